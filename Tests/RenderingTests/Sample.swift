import Model
import Rendering

/// A small network to draw, at a fixed time.
enum Sample {
  static let now = Moment(seconds: 1_767_323_045)

  static func handle(_ text: String) -> Handle { Handle(stored: text) }

  static func ago(minutes: Int64) -> Moment { Moment(seconds: 1_767_323_045 - minutes * 60) }

  static let ana = profile(
    1, "ana", "Ana María López",
    "Photographer & hiker in Lisboa 🏔️📷. I write about light, bread and long walks.\n"
      + "Say hello — 日本語もどうぞ!",
    Counts(posts: 42, followers: 1_204, following: 1, likes: 999_950),
    Relation(isFollowed: true, followsYou: true))

  static let me = profile(
    2, "bob_the_builder.of_many_things", "", "",
    Counts(posts: 0, followers: 1, following: 12, likes: 1), Relation(isMe: true))

  static let david = profile(
    3, "david", "דוד כהן", "مرحبا بالعالم هذا نص عربي طويل قليلا",
    Counts(posts: 3, followers: 12_345, following: 9_999, likes: 10_000),
    Relation(followsYou: true))

  static let mallory = profile(
    4, "mallory", "Mal\u{1B}]0;pwned\u{7}lory \u{202E}yrollaM",
    "zalgo" + String(repeating: "\u{301}", count: 50) + "\u{9B}2J\u{200B}\n\n\tend", Counts(),
    Relation())

  static let profiles = [ana, me, david, mallory]

  static let posts = [
    post(42, "Hello from the beach, what a day! The light was so good that I stayed.", minutes: 0),
    post(41, "短い日本語の投稿です。今日はとても良い天気でした。", minutes: 180, likes: 1),
    post(40, "👩‍👩‍👧‍👦 family day 🎉🇵🇹", minutes: 2_880, likes: 1_234, isLiked: true),
    post(
      39, "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung is one word.",
      minutes: 12_960, likes: 12_345),
    post(38, "ok\nthen", minutes: 57_600),
    post(37, "مرحبا بالعالم", minutes: 576_000, likes: 3, isPrivate: true),
    post(36, "", minutes: 590_000, likes: 3, alt: "a boat at sunset"),
    post(35, "\u{1B}[2Jcleared \u{202E}backwards", minutes: 600_000),
  ]

  static let suggestions = [
    Suggestion(
      profile: ana, sharedCount: 5, via: [handle("bob"), handle("carol"), handle("dave")]),
    Suggestion(profile: david, sharedCount: 1, via: [handle("bob")]),
  ]

  static let flags = [
    Flag(
      post: Post.ID(42), author: handle("ana"), reporter: handle("bob"),
      reason: "spam, and rude words in it too", createdAt: ago(minutes: 90)),
    Flag(
      post: Post.ID(7), author: handle("david"), reporter: handle("ana"), reason: nil,
      createdAt: ago(minutes: 90_000)),
  ]

  static let page = Page(
    entries: posts.map { Entry($0, at: Cursor(.post, $0.createdAt.microseconds)) },
    next: Cursor(.post, 5))

  private static func profile(
    _ id: Int64, _ username: String, _ name: String, _ bio: String, _ counts: Counts,
    _ relation: Relation
  ) -> Profile {
    let user = User(
      id: User.ID(id), handle: handle(username), name: name, bio: bio, counts: counts,
      createdAt: Moment(seconds: 1_700_000_000))
    return Profile(user: user, relation: relation)
  }

  private static func post(
    _ id: Int64, _ text: String, minutes: Int64, likes: Int = 0, isPrivate: Bool = false,
    isLiked: Bool = false, alt: String? = nil
  ) -> Post {
    Post(
      id: Post.ID(id), author: handle("ana"), text: text,
      image: alt.map { _ in Image(width: 640, height: 480, bytes: 12_345, hash: "ab12") },
      alt: alt, isPrivate: isPrivate, likeCount: likes, isLiked: isLiked,
      createdAt: ago(minutes: minutes))
  }
}
