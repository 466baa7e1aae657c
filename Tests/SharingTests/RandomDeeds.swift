import Crypto
import Model
import Sharing
import Support

/// Deeds within the rules, of all kinds.
struct RandomDeeds {
  var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func next() -> Deed {
    let kind = DeedKind.allCases.randomElement(using: &generator) ?? .network
    return Deed(
      act(kind), clock: .random(in: 0...Deed.latestClock, using: &generator),
      vouchedFor: maybe(bytes()))
  }

  private mutating func act(_ kind: DeedKind) -> Deed.Act {
    switch kind {
    case .network: .network(name: "N" + line())
    case .key: .key(user: bytes(), key: key(), role: role(), machine: line())
    case .invitation: .invitation(user: bytes(), key: key(), role: role())
    case .claim: .claim(key: key(), machine: line())
    case .revoke:
      .revoke(
        key: key(), user: bytes(), last: maybe((0..<number(below: 900)).map { _ in bytes() }))
    case .user:
      .user(
        NewUser(user: bytes(), handle: handle(), createdAt: moment(), name: line(), bio: text()))
    case .profile:
      .profile(
        ProfileChange(
          handle: maybe(handle()), name: maybe(line()), bio: maybe(text()),
          avatar: maybe(pictureChange()), banner: maybe(pictureChange())))
    case .post:
      .post(
        PublishedPost(
          words: postWords(), at: moment(), replyTo: maybe(bytes()), quotes: maybe(bytes()),
          editedAt: maybe(moment())))
    case .edit:
      .edit(
        PostEdit(
          post: bytes(),
          words: SignedWords(
            Words(salt: bytes(), text: text(), mentions: mentions(), alt: maybe(text()))),
          editedAt: moment()))
    case .delete: .delete(post: bytes())
    case .edge: .edge(edge())
    case .settle: .settle(post: bytes())
    case .removeUser: .removeUser(bytes())
    }
  }

  private mutating func edge() -> EdgeChange {
    let kind = EdgeChange.Kind.allCases.randomElement(using: &generator) ?? .flag
    return EdgeChange(
      kind: kind, to: bytes(), isOn: .random(using: &generator), at: moment(),
      reason: kind == .flag ? maybe(line()) : nil)
  }

  private mutating func postWords() -> SignedWords {
    let picture = maybe(picture()) ?? nil
    return SignedWords(
      Words(
        salt: bytes(), text: picture == nil ? "T" + text() : text(), mentions: mentions(),
        picture: picture, alt: picture == nil ? nil : maybe(text())))
  }

  private mutating func pictureChange() -> PictureChange {
    maybe(picture())?.map { .picture($0) } ?? .removed
  }

  private mutating func picture() -> SignedPicture? {
    SignedPicture(
      hash: bytes(), bytes: 1 + number(below: 64 << 20), width: 1 + number(below: 10_000),
      height: 1 + number(below: 10_000))
  }

  // MARK: Parts

  private mutating func maybe<Value>(_ value: Value) -> Value? {
    .random(using: &generator) ? value : nil
  }

  private mutating func number(below limit: Int) -> Int {
    .random(in: 0..<limit, using: &generator)
  }

  private mutating func bytes<let count: Int>() -> FixedBytes<count> {
    FixedBytes(exactly: (0..<count).map { _ in .random(in: 0...255, using: &generator) })
  }

  private mutating func key() -> FixedBytes<32> { SigningKey(seed: bytes()).publicKey.bytes }

  private mutating func role() -> Deed.Role { .random(using: &generator) ? .keeper : .member }

  private mutating func moment() -> Moment {
    Moment(microseconds: .random(in: 0..<1 << 53, using: &generator))
  }

  private mutating func handle() -> Handle { Handle(stored: "a_\(number(below: 1_000)).z") }

  private mutating func mentions() -> [LastingName] {
    (0..<number(below: 51)).map { _ in bytes() }
  }

  private mutating func text() -> String { RandomText.text(&generator) }

  private mutating func line() -> String { RandomText.line(&generator) }
}
