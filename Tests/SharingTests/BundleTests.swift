import Crypto
import Model
import Sharing
import Support
import Testing

@Suite struct BundleTests {
  private let bundle = Samples.bundle([
    Samples.post("one"), Samples.post("two"), Samples.post("one", at: 2),
    Deed(.delete(post: Samples.name(7)), clock: 3),
  ])

  private func lines(_ content: [UInt8]) -> [[UInt8]] {
    content.dropLast().split(separator: 0x0A, omittingEmptySubsequences: false).map { Array($0) }
  }

  private func content(_ lines: [[UInt8]]) -> [UInt8] { lines.flatMap { $0 + [0x0A] } }

  private func refusal(of content: [UInt8]) -> BundleError? {
    do { _ = try Samples.read(content, id: bundle.id) } catch { return error }
    return nil
  }

  @Test func `a bundle is read as it was made`() throws {
    #expect(try Samples.read(bundle.content(), id: bundle.id) == bundle)
    #expect(bundle.words.count == 2)
    #expect(bundle.words(ofDeedAt: 2) == Samples.words("one").line)
    #expect(bundle.words(ofDeedAt: 3) == nil)
  }

  @Test func `words that were taken away leave a valid bundle`() throws {
    let one = SignedWords(Samples.words("one")).hash
    let content = bundle.content(without: [one])
    var read = try Samples.read(content, id: bundle.id)
    #expect(read.missingWords == [one])
    #expect(read.content() == content)
    read.addWords(of: bundle)
    #expect(read == bundle)
    read.dropWords([one])
    #expect(read.content() == content)
  }

  /// Changes bytes at every place.
  ///
  /// Content that lacks its last lines of words is valid, so it is cut before them.
  @Test func `a changed bundle is refused`() {
    let content = bundle.content()
    for place in content.indices {
      for bit in [0, 5] {
        var changed = content
        changed[place] ^= 1 << bit
        #expect(refusal(of: changed) != nil, "\(place), \(bit)")
      }
    }
    for end in 0..<bundle.content(without: Set(bundle.words.keys)).count {
      #expect(refusal(of: Array(content[..<end])) == .unreadable, "\(end)")
    }
  }

  // MARK: Lines

  @Test func `content that is cut, too long or not UTF-8 is unreadable`() {
    let lines = lines(bundle.content())
    let long = [UInt8](repeating: 0x20, count: 65_537)
    let contents: [[UInt8]] = [
      [], [0x0A], content(Array(lines[..<1])), content(Array(lines[..<5])),
      Array(content(lines).dropLast()), content(lines + [long]), content(lines + [[0xFF]]),
      [UInt8](repeating: 0x0A, count: 8 << 20 + 1), [UInt8](repeating: 0x0A, count: 8 << 20),
    ]
    #expect(contents.map(refusal) == contents.map { _ in .unreadable })
  }

  @Test func `words that belong to no deed, stand twice or out of order are forged`() {
    let lines = lines(bundle.content())
    let (deeds, one, two) = (Array(lines[..<6]), lines[6], lines[7])
    let contents = [
      deeds + [two, one], deeds + [one, one], deeds + [one, two, two], deeds + [one, two, one],
      deeds + ["other".bytes], deeds + [[]], deeds + [one, two, []],
    ].map(content)
    #expect(contents.map(refusal) == contents.map { _ in .forged })
    #expect(refusal(of: content(deeds + [two])) == nil)
  }

  @Test func `other deeds, an other id, network or signature are forged`() throws {
    var lines = lines(bundle.content())
    lines.swapAt(2, 3)
    #expect(refusal(of: content(lines)) == .forged)
    #expect(throws: BundleError.forged) {
      try Samples.read(bundle.content(), id: Samples.hash(1))
    }
    var cache = PublicKeyCache()
    #expect(throws: BundleError.forged) {
      try Bundle(
        received: bundle.content(), id: bundle.id, of: Samples.name(1), keys: &cache)
    }
    lines = self.lines(bundle.content())
    lines[1] = Samples.machine.sign([1]).hexadecimal.bytes
    #expect(refusal(of: content(lines)) == .forged)
    #expect(try Bundle(stored: content(lines), id: bundle.id, of: Samples.keys.network) != bundle)
  }

  @Test func `lines of any kind are kept, with the words that they name`() throws {
    let words = "no object".bytes
    let hash = Hash.sha256(words).hexadecimal
    let lines = [
      "", "null", #"{"deed":"dance","words":"\#(hash)"}"#, #"{"words":"\#(hash.uppercased())"}"#,
      #"{"words":5,"words":6}"#,
    ].map(\.bytes)
    let bundle = Samples.bundle(lines: lines, words: [words])
    let read = try Samples.read(bundle.content(), id: bundle.id)
    #expect(read.deedLines == lines)
    #expect(lines.indices.map(read.words(ofDeedAt:)) == [nil, nil, words, nil, nil])
  }

  // MARK: Headers

  private static let header =
    #"{"bundle":1,"network":"N","stream":"S","number":1,"previous":null,"key":"K","user":"U","#
    + #""count":0,"root":"R"}"#

  private func error(ofHeader change: (String) -> String) -> BundleError? {
    let changed = change(Self.header)
      .replacing("\"N\"", with: "\"\(Samples.keys.network.hexadecimal)\"")
      .replacing("\"S\"", with: "\"\(Samples.stream.hexadecimal)\"")
      .replacing("\"K\"", with: "\"\(Samples.machine.publicKey.bytes.hexadecimal)\"")
      .replacing("\"U\"", with: "\"\(Samples.user.hexadecimal)\"")
      .replacing("\"R\"", with: "\"\(Hash.sha256([]).hexadecimal)\"")
    let signature = Samples.machine.sign("profilectl bundle 1\n\(changed)".bytes).hexadecimal
    do {
      _ = try Samples.read(
        "\(changed)\n\(signature)\n".bytes, id: Hash.sha256(changed.bytes))
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("", ""), (#""previous":null,"#, ""), (#""user":"U","#, ""), (#""user":"U""#, #""user":null"#),
    ("}", #","more":[1]}"#), (#":1,"#, #" : 1 , "#),
    (#""number":1,"previous":null"#, #""number":2,"previous":"R""#),
  ])
  func `a header within the rules is read`(old: String, new: String) {
    #expect(error { old.isEmpty ? $0 : $0.replacing(old, with: new) } == nil)
  }

  @Test(arguments: [
    (#""bundle":1"#, #""bundle":0"#), (#""bundle":1"#, #""bundle":"1""#), (#""bundle":1,"#, ""),
    (#""N""#, #""00""#), (#""S""#, "null"), (#""K""#, #""\#(String(repeating: "A", count: 64))""#),
    (#""U""#, "5"), (#""R""#, #""\#(String(repeating: "0", count: 66))""#),
    (#""number":1"#, #""number":0"#), (#""number":1"#, #""number":2"#),
    (#""number":1"#, #""number":1.0"#), (#""previous":null"#, #""previous":"R""#),
    (#""count":0"#, #""count":1"#), (#""count":0"#, #""count":20001"#), ("}", ""), ("}", "}}"),
    ("}", #","count":0}"#), ("{", "["), (#""count":0,"#, ""), (#""count":0"#, #""count":null"#),
  ])
  func `a header against a rule is unreadable`(old: String, new: String) {
    #expect(error { $0.replacing(old, with: new) } == .unreadable)
  }

  @Test func `another network is forged, and a later version is neither`() {
    let other = Samples.name(1).hexadecimal
    #expect(error { $0.replacing("\"N\"", with: "\"\(other)\"") } == .forged)
    let weak = "01" + String(repeating: "0", count: 62)
    #expect(error { $0.replacing("\"K\"", with: "\"\(weak)\"") } == .forged)
    #expect(error { $0.replacing(#""bundle":1"#, with: #""bundle":2"#) } == .newer)
  }
}
