import Model
import Rendering

/// A small network at a fixed time.
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

  /// A conversation, newest first: a nested answer, an answer to a deleted post, a repost, a quote,
  /// and a quote of a deleted post.
  static let talk: [Post] = {
    let crust = Post(
      id: Post.ID(325), author: handle("ana"), text: "Fresh rye bread at noon. #bread",
      conversation: Post.ID(325), likeCount: 12, replyCount: 2, repostCount: 1,
      createdAt: ago(minutes: 300), editedAt: ago(minutes: 290))
    var answer = Post(
      id: Post.ID(330), author: handle("bob"), text: "Save me the crust, @ana #bread",
      replyTo: Post.ID(325), conversation: Post.ID(325), mentions: [handle("ana")],
      replyCount: 1, createdAt: ago(minutes: 200), answered: handle("ana"))
    answer.viewed.isBookmarked = true
    var deep = Post(
      id: Post.ID(331), author: handle("carol"), text: "And me the rest!", replyTo: Post.ID(330),
      conversation: Post.ID(325), createdAt: ago(minutes: 100), answered: handle("bob"))
    deep.viewed.isReported = true
    let orphan = Post(
      id: Post.ID(332), author: handle("carol"), text: "Who said that?", replyTo: Post.ID(326),
      conversation: Post.ID(325), createdAt: ago(minutes: 90))
    var repost = Post(
      id: Post.ID(333), author: handle("bob"), text: "", reposts: Post.ID(325), likeCount: 12,
      createdAt: ago(minutes: 80), referenced: crust)
    repost.viewed.isReposted = true
    let quote = Post(
      id: Post.ID(334), author: handle("carol"), text: "This.", quotes: Post.ID(325),
      createdAt: ago(minutes: 70), referenced: crust)
    let lost = Post(
      id: Post.ID(335), author: handle("carol"), text: "That too.", quotes: Post.ID(9),
      createdAt: ago(minutes: 60))
    return [deep, answer, repost, quote, orphan, lost, crust]
  }()

  static let conversation = [
    ConversationPost(id: Post.ID(325), depth: 0, post: talk[6]),
    ConversationPost(id: Post.ID(330), depth: 1, post: talk[1]),
    ConversationPost(id: Post.ID(331), depth: 2, post: talk[0]),
    ConversationPost(id: Post.ID(326), depth: 1, post: nil),
    ConversationPost(id: Post.ID(332), depth: 2, post: talk[4]),
    ConversationPost(id: Post.ID(340), depth: 9, post: talk[5]),
  ]

  static let notices = [
    Notice(
      kind: .reply, actor: handle("bob"), post: talk[1], createdAt: ago(minutes: 200),
      isNew: true),
    Notice(
      kind: .mention, actor: handle("carol"), post: talk[0], createdAt: ago(minutes: 210),
      isNew: true),
    Notice(
      kind: .quote, actor: handle("carol"), post: talk[3], createdAt: ago(minutes: 220),
      isNew: false),
    Notice(
      kind: .repost, actor: handle("bob"), post: talk[6], createdAt: ago(minutes: 230),
      isNew: false),
    Notice(
      kind: .like, actor: handle("mallory"), post: posts[7], createdAt: ago(minutes: 2_400),
      isNew: false),
    Notice(
      kind: .follow, actor: handle("david"), post: nil, createdAt: ago(minutes: 90_000),
      isNew: false),
  ]

  static let hashtags = [("bread", 1_204, 3), ("日本語", 12, 4_000), ("x", 1, 90_000)].map {
    HashtagUse(
      tag: Hashtag(stored: $0.0, folded: $0.0), postCount: $0.1,
      lastAt: ago(minutes: Int64($0.2)))
  }

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

  static func post(
    _ id: Int64, _ text: String, minutes: Int64, likes: Int = 0, isPrivate: Bool = false,
    isLiked: Bool = false, alt: String? = nil
  ) -> Post {
    Post(
      id: Post.ID(id), author: handle("ana"), text: text,
      image: alt.map { _ in Image(width: 640, height: 480, bytes: 12_345, hash: "ab12") },
      alt: alt, isPrivate: isPrivate, likeCount: likes, viewed: .init(isLiked: isLiked),
      createdAt: ago(minutes: minutes))
  }
}
