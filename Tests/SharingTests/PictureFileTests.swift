import Crypto
import Model
import Sharing
import Testing

@Suite struct PictureFileTests {
  private static let piece = 1 << 20

  private func original(_ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
  }

  /// Hands over `bytes` in steps of that size.
  private func sealed(_ bytes: [UInt8], step: Int) -> [UInt8] {
    var sealer = PictureSealer(hash: Hash.sha256(bytes), keys: Samples.keys)
    var file: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: step) {
      file += sealer.add(Array(bytes[start..<min(start + step, bytes.count)]))
    }
    return file + sealer.finish()
  }

  private func opened(
    _ file: [UInt8], _ hash: FixedBytes<32>, bytes: Int, step: Int = 100_000
  ) throws -> [UInt8] {
    var opener = PictureOpener(hash: hash, bytes: bytes, keys: Samples.keys)
    var original: [UInt8] = []
    for start in stride(from: 0, to: file.count, by: step) {
      original += try opener.add(Array(file[start..<min(start + step, file.count)]))
    }
    return try original + opener.finish()
  }

  @Test(arguments: [1, piece - 1, piece, piece + 1, 3 * piece], [65_536, 5 << 20])
  func `a picture is read as it was written`(size: Int, step: Int) throws {
    let bytes = original(size)
    let file = sealed(bytes, step: step)
    #expect(file.count == 4 + size + 16 * ((size - 1) / Self.piece + 1))
    #expect(try opened(file, Hash.sha256(bytes), bytes: size, step: step) == bytes)
  }

  @Test func `pieces that are changed, exchanged, cut off or added are refused`() {
    let bytes = original(3 * Self.piece)
    let file = sealed(bytes, step: bytes.count)
    let size = Self.piece + 16
    let pieces = (0..<3).map { Array(file[(4 + $0 * size)..<(4 + ($0 + 1) * size)]) }
    let mark = Array(file[..<4])
    var changed = file
    changed[2_000_000] ^= 1
    let files = [
      [], mark, Array("PCP2".utf8) + file.dropFirst(4), changed, Array(file.dropLast()),
      file + [0], mark + pieces[1] + pieces[0] + pieces[2], mark + pieces[0] + pieces[1],
      mark + pieces[0] + pieces[2], file + pieces[2], Array(file[..<(4 + 15)]),
    ]
    for file in files {
      #expect(throws: PictureOpener.Unreadable.self) {
        try opened(file, Hash.sha256(bytes), bytes: bytes.count)
      }
    }
  }

  @Test func `a picture of another hash, size or network is refused`() throws {
    let bytes = "a picture".bytes
    // Made with Python's cryptography, from the description alone.
    let file = try #require(
      Base64.decoded("UENQMYUB1MlsKdxgUFpXMq4lzW14mkTBi1v2TcE=".bytes[...]))
    let hash = Hash.sha256(bytes)
    #expect(sealed(bytes, step: 4) == file)
    #expect(throws: PictureOpener.Unreadable.self) {
      try opened(file, hash, bytes: bytes.count - 1)
    }
    #expect(throws: PictureOpener.Unreadable.self) {
      try opened(file, hash, bytes: bytes.count + 1)
    }
    #expect(throws: PictureOpener.Unreadable.self) {
      try opened(file, Samples.hash(1), bytes: bytes.count)
    }
    // A keyholder can seal other bytes under the hash of a picture.
    var sealer = PictureSealer(hash: hash, keys: Samples.keys)
    let forged = sealer.add("a forgery".bytes) + sealer.finish()
    #expect(throws: PictureOpener.Unreadable.self) {
      try opened(forged, hash, bytes: bytes.count)
    }
  }
}
