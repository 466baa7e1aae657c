import Crypto
import Model
import Sharing
import Support

/// Deeds on users, posts and keys that are there, whether or not their signer may make them.
struct BentDeeds {
  let users: [LastingName]
  let keeper: LastingName
  let posts: [LastingName]
  let keys: [KeyPair]
  let at: Moment
  var generator: SeededGenerator

  mutating func next() -> Deed {
    let isVouched = number(4) == 0
    let shift = [0, 0, 5, -5][number(4)] + Int64(number(3)) - 1
    return Deed(
      act(), clock: at.microseconds + shift, vouchedFor: isVouched ? user() : nil)
  }

  private mutating func act() -> Deed.Act {
    switch number(16) {
    case 0: .network(name: "N \(number(9))")
    case 1:
      .key(user: user(), key: key().key, role: number(2) == 0 ? .keeper : .member, machine: "bent")
    case 2: .invitation(user: user(), key: newKey(), role: number(2) == 0 ? .keeper : .member)
    case 3, 14: revoke(key())
    case 4:
      .user(
        NewUser(
          user: number(2) == 0 ? user() : .random(), handle: handle(), createdAt: at, name: "New",
          bio: ""))
    case 5, 6: .profile(ProfileChange(handle: handle(), name: "Bent", bio: "bio \(number(9))"))
    case 7: .post(PublishedPost(words: words(), at: at, replyTo: post(), quotes: post()))
    case 8: .edit(PostEdit(post: post(), words: words(), editedAt: at))
    case 9: .delete(post: post())
    case 10: .edge(EdgeChange(kind: .follow, to: user(), isOn: number(3) > 0, at: at))
    case 11: .edge(EdgeChange(kind: .flag, to: post(), isOn: true, at: at, reason: "bent"))
    case 12: number(2) == 0 ? .settle(post: post()) : .claim(key: newKey(), machine: "bent")
    default: .removeUser(otherThanKeeper())
    }
  }

  private func revoke(_ pair: KeyPair) -> Deed.Act {
    .revoke(key: pair.key, user: pair.user, last: [])
  }

  // MARK: Parts

  private mutating func number(_ count: Int) -> Int { .random(in: 0..<count, using: &generator) }

  private mutating func user() -> LastingName {
    users.randomElement(using: &generator) ?? .random()
  }

  /// The schedule goes on with the keeper.
  private mutating func otherThanKeeper() -> LastingName {
    users.filter { $0 != keeper }.randomElement(using: &generator) ?? .random()
  }

  /// One that has not arrived, too.
  private mutating func post() -> LastingName {
    number(9) == 0 ? .random() : posts.randomElement(using: &generator) ?? .random()
  }

  private mutating func key() -> KeyPair {
    keys.randomElement(using: &generator) ?? KeyPair(newKey(), .random())
  }

  private func newKey() -> FixedBytes<32> { SigningKey(seed: .random()).publicKey.bytes }

  private mutating func handle() -> Handle {
    let handle = ["bob", "carol", "eve", "a_handle_of_thirty_characters_"].randomElement(
      using: &generator)
    return Handle(stored: handle ?? "bob")
  }

  private mutating func words() -> SignedWords {
    SignedWords(Words(salt: .random(), text: "bent \(number(99))", mentions: [user()]))
  }
}
