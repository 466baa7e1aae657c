import Model
import Rendering

/// The ways to show a list of one kind of item, to people and to programs.
struct Listing<Item: Sendable> {
  let kind: RecordKind
  /// Nil for an item that has no record.
  let record: (Entry<Item>) -> Record?
  /// Avatars are given only if the list has people and is drawn.
  let view: ([Item], _ avatars: ThumbnailSet?) -> any View
  /// The people whose avatars the view draws.
  var people: ([Entry<Item>]) -> [Handle] = { _ in [] }
  /// The line on a pipe, if it differs from the record; its keys are the columns of the kind.
  var line: ((Entry<Item>) -> Record?)?
  /// Whether a blank line separates items.
  var isSpaced = true
  /// The sentence for a list without items, with the next line to type.
  let empty: (sentence: SafeText, next: Hint)
}

extension Listing<Profile> {
  static func users(ifEmpty sentence: SafeText, _ next: Hint) -> Listing {
    Listing(
      kind: .user, record: { Record($0) },
      view: { UserList($0, avatars: $1) }, people: { $0.map(\.item.user.handle) },
      isSpaced: false, empty: (sentence, next))
  }
}

extension Listing<Post> {
  static func posts(ifEmpty sentence: SafeText, _ next: Hint) -> Listing {
    Listing(
      kind: .post, record: { Record($0) },
      view: { PostLines($0, avatars: $1) },
      people: { $0.map(\.item.repeated.author) }, line: { Record(line: $0) },
      empty: (sentence, next))
  }
}

extension Listing<ConversationPost> {
  /// A conversation; records leave out posts that are gone.
  static var conversation: Listing {
    Listing(
      kind: .conversationPost, record: { $0.record },
      view: { ConversationLines($0, avatars: $1) },
      people: { $0.compactMap(\.item.post?.repeated.author) },
      line: { $0.post.map { Record(line: $0, as: .conversationPost) } },
      empty: ("This conversation is gone. See what there is:", .command(["explore"])))
  }
}

extension Entry<ConversationPost> {
  fileprivate var post: Entry<Post>? { item.post.map { Entry<Post>($0, at: cursor) } }

  fileprivate var record: Record? {
    item.post.map { Record($0, depth: item.depth, cursor: cursor) }
  }
}

extension Listing<Notice> {
  static func notices(ifEmpty sentence: SafeText, _ next: Hint) -> Listing {
    Listing(
      kind: .notice, record: { Record($0) },
      view: { items, _ in NoticeList(items) },
      line: { Record(line: $0) },
      isSpaced: false, empty: (sentence, next))
  }
}

extension Listing<HashtagUse> {
  static func hashtags(ifEmpty sentence: SafeText, _ next: Hint) -> Listing {
    Listing(
      kind: .hashtag, record: { Record($0) },
      view: { items, _ in HashtagTable(items) },
      isSpaced: false,
      empty: (sentence, next))
  }
}

extension Listing<Flag> {
  static func flags(ifEmpty sentence: SafeText, _ next: Hint) -> Listing {
    Listing(
      kind: .flag, record: { Record($0) },
      view: { items, _ in FlagList(items) },
      empty: (sentence, next))
  }
}

extension Listing<Suggestion> {
  static func suggestions(ifEmpty sentence: SafeText, _ next: Hint) -> Listing {
    Listing(
      kind: .suggestion, record: { Record($0) },
      view: { SuggestionList($0, avatars: $1) },
      people: { $0.map(\.item.profile.user.handle) }, empty: (sentence, next))
  }
}
