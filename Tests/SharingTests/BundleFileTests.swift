import CZlib
import Crypto
import Foundation
import Model
import Sharing
import Support
import Testing

@Suite struct BundleFileTests {
  private func file(_ compressed: [UInt8]) -> [UInt8] {
    BundleFile.sealed(compressed, Samples.keys)
  }

  private func content(of file: [UInt8]) throws -> [UInt8] {
    try BundleFile.content(compressed: BundleFile.opened(file, Samples.keys))
  }

  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 8 << 20])
  func `content is read as it was written`(size: Int) throws {
    let bytes = [UInt8](repeating: 0x61, count: size)
    #expect(try content(of: file(BundleFile.compressed(bytes))) == bytes)
  }

  @Test func `a changed or cut file is unreadable`() {
    let file = file(BundleFile.compressed("content\n".bytes))
    for place in file.indices {
      var changed = file
      changed[place] ^= 1
      #expect(throws: BundleError.unreadable) { try content(of: changed) }
      #expect(throws: BundleError.unreadable) { try content(of: Array(file[..<place])) }
    }
    let other = NetworkKeys(network: Samples.name(1), networkKey: Samples.keys.networkKey)
    #expect(throws: BundleError.unreadable) { try BundleFile.opened(file, other) }
    let large = [UInt8](repeating: 0, count: 2 << 20)
    #expect(throws: BundleError.unreadable) {
      try BundleFile.opened(self.file(large), Samples.keys)
    }
  }

  @Test func `a stream that is cut, too long or followed by more is unreadable`() {
    let good = BundleFile.compressed("content\n".bytes)
    let streams = [
      [], Array(good.dropLast()), Array(good.dropLast(4)), good + [0], good + good, [0x78],
      withDictionary("content\n".bytes),
      BundleFile.compressed([UInt8](repeating: 0x0A, count: 8 << 20 + 1)),
      BundleFile.compressed([UInt8](repeating: 0x0A, count: 1 << 28)),
    ]
    for stream in streams {
      #expect(throws: BundleError.unreadable) { try BundleFile.content(compressed: stream) }
    }
  }

  private func withDictionary(_ bytes: [UInt8]) -> [UInt8] {
    var (stream, input) = (z_stream(), bytes)
    var output = [UInt8](repeating: 0, count: 100)
    return input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        deflateInit_(&stream, 9, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        deflateSetDictionary(&stream, bytes, 7)
        (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
        (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
        deflate(&stream, Z_FINISH)
        deflateEnd(&stream)
        return Array(output[..<Int(stream.total_out)])
      }
    }
  }

  /// The file was made with Python's zlib and cryptography, from the description alone.
  @Test func `a file of another implementation is read`() throws {
    let encoded = """
      UENCMQw5gs+ET4hT3W+lqlWjqqTIbie3fmhc91QgO/nTTuZkU23uqYvI2vPzZZWk0aH14fSdR5KiLOeRlJh+\
      Sj4x5qK9R3KdvFq1NWFVuKIDDkr8diJMdUFMkQje2SM5ZCVb41MX7PuiWdgSA7/yVSWcrHq1MfdXb4fnarAE\
      3LLlL9wjrf2GJ02K38XQEZdMMKjKK36LjamZal8Rjs4zIrgmPs4BO5EMbZYNyY5ogqGmSRRI6EEodVDl/OR1\
      spWSt94QQnyaSu9/kOUdlJaJGirJ//YMQsKO5hxMYkN/dkp1Y6HoAGMzkjh0Xp02k9lcp0Vhq0YyJAB3PBzg\
      2+isSNBWXvenmfIcUpxXxOCthtKU49AuTW4jwKl7vcYSzhaPPxlABXNLJJNtT6jASFNw6tTJX7z7JQpbsaPr\
      oLQ7chrjAoLTOxS+LH5S7tQbUE6X+ZD3NI3Zj4IJUjtnOqDXSAdZg7N/kX0osbq4GlopgGfe/he4+V7vnbo1\
      lsDmjlQ3TQrQLB0S1VOLnt+7MFXGf8qc+62ZU30FEs7rA9W7vbWoUGpGsofYhh9ktSG+9UUlMMcubw8vln10\
      reaKZeSqsJ6i5k9jjcohWy7vo/jdJO9/WsHPpIhfHYINJw0G2+xKMtcQ0pHhoA/AEgvBirawcmb9Lrg5z8UH\
      fiOGCpNgIMZ+cWzP8sVzROxnfxrLqLefFkQ=
      """
    let file = try #require(Base64.decoded(encoded.bytes[...]))
    let id = try #require(
      FixedBytes<32>(
        hexadecimal: "0195b073e28a70437bba9496ec911bc82529a0bf1e4d2d599db7e283643fb77a"))
    let words = Words(
      salt: Samples.name(0xAB), text: "home \"at\"\nlast \\ é", mentions: [Samples.name(0xCD)],
      picture: SignedPicture(hash: Samples.hash(0xEF), bytes: 1_000, width: 20, height: 30),
      alt: "a cat")
    let at = Moment(microseconds: 1_780_000_000_000_000)
    let post = Deed(
      .post(PublishedPost(words: SignedWords(words), at: at, replyTo: Samples.name(0x12))),
      clock: at.microseconds + 1)
    let like = EdgeChange(
      kind: .like, to: Samples.name(0x12), isOn: true,
      at: Moment(microseconds: at.microseconds + 2))
    let bundle = try Samples.read(content(of: file), id: id)
    #expect(bundle == Samples.bundle([post, Deed(.edge(like), clock: at.microseconds + 2)]))
    let name = Deed.postName(author: Samples.user, line: bundle.deedLines[0])
    #expect(name.hexadecimal == "ab929a3ac83eabde26a0ce7b25fe1b7e")
  }
}
