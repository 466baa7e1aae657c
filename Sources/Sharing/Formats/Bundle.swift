package import Crypto
package import Model

/// Deeds of one user that one key signs together, with the words that were not taken away.
package struct Bundle: Equatable, Sendable {
  package let header: BundleHeader
  package let signature: FixedBytes<64>
  /// Without line feeds; a line may be anything.
  package let deedLines: [[UInt8]]
  /// The hash of the words of each deed line; nil for a line without words.
  private let wordsHashes: [FixedBytes<32>?]
  /// The lines of words that are there, by their SHA-256.
  package private(set) var words: [FixedBytes<32>: [UInt8]]

  package var id: FixedBytes<32> { header.id }

  /// The line of words that belongs to a deed line; nil if it has none or the words are missing.
  package func words(ofDeedAt place: Int) -> [UInt8]? {
    wordsHashes[place].flatMap { words[$0] }
  }

  /// The hashes of words that deed lines name, and that are missing here.
  package var missingWords: Set<FixedBytes<32>> {
    Set(wordsHashes.compactMap(\.self)).subtracting(words.keys)
  }

  // MARK: Making

  /// Signs a new bundle; each of the `words` must belong to a deed, in any order.
  package init(
    of network: FixedBytes<16>, stream: FixedBytes<16>, number: Int64, previous: FixedBytes<32>?,
    user: LastingName?, deedLines: [[UInt8]], words lines: [[UInt8]], signedBy key: SigningKey
  ) {
    precondition(deedLines.count <= BundleLimits.deeds, "The bundle has too many deeds.")
    for line in deedLines + lines {
      let isLine = line.count <= BundleLimits.line && !line.contains(UInt8(ascii: "\n"))
      precondition(isLine, "A line is too long or has a line feed.")
    }
    header = BundleHeader(
      network: network, stream: stream, number: number, previous: previous,
      key: key.publicKey.bytes, user: user, count: deedLines.count,
      root: BundleHeader.root(of: deedLines))
    signature = key.sign(header.signedBytes)
    self.deedLines = deedLines
    wordsHashes = deedLines.map(Self.wordsHash)
    words = Dictionary(lines.map { (Hash.sha256($0), $0) }) { first, _ in first }
    let named = Set(wordsHashes.compactMap(\.self))
    precondition(words.keys.allSatisfy(named.contains), "Words belong to no deed.")
  }

  // MARK: Reading

  /// Reads the content of a file that another copy may have written, and checks all of it.
  ///
  /// `id` is that of the file's name.
  package init(
    received content: [UInt8], id: FixedBytes<32>, of network: FixedBytes<16>,
    keys: inout PublicKeyCache
  ) throws(BundleError) {
    try self.init(stored: content, id: id, of: network)
    if !isSigned(&keys) { throw .forged }
  }

  /// Whether the signature is that of the header's key.
  package func isSigned(_ keys: inout PublicKeyCache) -> Bool {
    keys.key(header.key)?.isValid(signature, for: header.signedBytes) == true
  }

  /// Reads content that this copy has received before: all is checked but the signature.
  package init(
    stored content: [UInt8], id: FixedBytes<32>, of network: FixedBytes<16>
  ) throws(BundleError) {
    guard var lines = ContentLines(content) else { throw .unreadable }
    header = try BundleHeader(line: lines.next() ?? [])
    guard let signature = FixedBytes<64>(hexadecimalDigits: lines.next() ?? []) else {
      throw .unreadable
    }
    self.signature = signature
    var deedLines: [[UInt8]] = []
    for _ in 0..<header.count {
      guard let line = lines.next() else { throw .unreadable }
      deedLines.append(line)
    }
    guard header.network == network, header.id == id,
      header.root == BundleHeader.root(of: deedLines)
    else { throw .forged }
    self.deedLines = deedLines
    wordsHashes = deedLines.map(Self.wordsHash)
    words = [:]
    try readWords(&lines)
  }

  /// Each line belongs to a deed, once, in the order of the first deeds that have them.
  private mutating func readWords(_ lines: inout ContentLines) throws(BundleError) {
    var expected = wordsInOrder[...]
    while let line = lines.next() {
      let hash = Hash.sha256(line)
      guard let place = expected.firstIndex(of: hash) else { throw .forged }
      words[hash] = line
      expected = expected[(place + 1)...]
    }
  }

  private static func wordsHash(of deedLine: [UInt8]) -> FixedBytes<32>? {
    try? ObjectFields(deedLine)?.bytes("words")
  }

  /// The hashes of words that deeds name, each once.
  private var wordsInOrder: [FixedBytes<32>] {
    var seen: Set<FixedBytes<32>> = []
    return wordsHashes.compactMap(\.self).filter { seen.insert($0).inserted }
  }

  // MARK: Content

  /// The lines of the bundle, but for the words with these hashes.
  package func content(without dropped: Set<FixedBytes<32>> = []) -> [UInt8] {
    let kept = wordsInOrder.filter { !dropped.contains($0) }.compactMap { words[$0] }
    var content: [UInt8] = []
    for line in [header.line, Array(signature.hexadecimal.utf8)] + deedLines + kept {
      content += line
      content.append(UInt8(ascii: "\n"))
    }
    return content
  }

  /// Adds the words that another version of the same bundle has.
  package mutating func addWords(of other: Bundle) {
    precondition(other.id == id, "The other version is of another bundle.")
    words.merge(other.words) { own, _ in own }
  }

  /// Takes away the words with these hashes.
  package mutating func dropWords(_ dropped: Set<FixedBytes<32>>) {
    for hash in dropped { words[hash] = nil }
  }
}

/// Walks through the lines of a content.
private struct ContentLines {
  private let content: [UInt8]
  private var position = 0

  /// Nil if the content is too long, not UTF-8, or its last line has no end.
  init?(_ content: [UInt8]) {
    guard content.count <= BundleLimits.content, content.last == UInt8(ascii: "\n"),
      (try? UTF8Span(validating: content.span)) != nil
    else { return nil }
    self.content = content
    var start = 0
    for place in content.indices where content[place] == UInt8(ascii: "\n") {
      if place - start > BundleLimits.line { return nil }
      start = place + 1
    }
  }

  /// The next line without its line feed; nil at the end.
  mutating func next() -> [UInt8]? {
    guard let end = content[position...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { position = end + 1 }
    return Array(content[position..<end])
  }
}
