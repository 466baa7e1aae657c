// Sources: Files Model Crypto Sharing/Formats Sharing/Deeds

/// A bundle that is read is written alike, and so is a deed; no bytes end the program.
func holds(_ bytes: [UInt8]) -> Bool {
  guard holdsForDeeds(bytes), holdsForWords(bytes) else { return false }
  _ = try? BundleFile.content(compressed: bytes)
  let first = bytes.prefix { $0 != UInt8(ascii: "\n") }
  guard let header = try? BundleHeader(line: Array(first)),
    let bundle = try? Bundle(stored: bytes, id: header.id, of: header.network)
  else { return true }
  return bundle.content() == bytes
}

private func holdsForDeeds(_ line: [UInt8]) -> Bool {
  guard case .deed(let deed) = DeedReading(line: line, words: nil) else { return true }
  if isPlanted, deed.act.kind == .settle { return false }
  return DeedReading(line: deed.line, words: nil) == .deed(deed)
}

private func holdsForWords(_ line: [UInt8]) -> Bool {
  guard let words = read(line) else { return true }
  return read(words.line) == words
}

private func read(_ line: [UInt8]) -> Words? {
  guard case .deed(let deed) = DeedReading(line: post, words: line),
    case .post(let made) = deed.act
  else { return nil }
  return made.words.words
}

private let name = FixedBytes<16>(exactly: [UInt8](repeating: 1, count: 16))
private let words = Words(salt: name, text: "hello @bob", mentions: [name])
private let post = Deed(
  .post(PublishedPost(words: SignedWords(words), at: Moment(microseconds: 1))), clock: 1
).line

private let deeds: [Deed] = [
  Deed(.network(name: "Marlowe family"), clock: 1),
  Deed(.settle(post: name), clock: 2),
  Deed(.edge(EdgeChange(kind: .flag, to: name, isOn: true, at: Moment(microseconds: 3))), clock: 3),
  Deed(.profile(ProfileChange(name: "Bob", avatar: .removed)), clock: 4, vouchedFor: name),
  Deed(.removeUser(name), clock: 5),
]

let corpus: [[UInt8]] =
  deeds.map(\.line) + [words.line, post, Array(#"{"deed":"later","clock":1}"#.utf8)] + [
    Bundle(
      of: name, stream: name, number: 1, previous: nil, user: name,
      deedLines: deeds.map(\.line) + [post], words: [words.line],
      signedBy: SigningKey(seed: FixedBytes(exactly: [UInt8](repeating: 2, count: 32)))
    ).content()
  ]
