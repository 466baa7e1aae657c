import Model
import Rendering

/// How a list of one kind of thing is shown, to people and to programs.
struct Listing<Item: Sendable> {
  let kind: RecordKind
  /// What a pipe gets when no fields are chosen: handle or number first.
  let columns: [String]
  let record: (Entry<Item>) -> Record
  let view: ([Entry<Item>], Traits) -> Output
  /// Whether the view sets items apart by a blank line.
  let isSpaced: Bool
  let empty: EmptyList
}

extension Listing<Profile> {
  static func users(ifEmpty empty: EmptyList) -> Listing {
    Listing(
      kind: .user,
      columns: [
        "username", "name", "post_count", "follower_count", "following_count", "is_followed",
        "follows_you", "created_at",
      ],
      record: { Record($0) }, view: { UserList($0.map(\.item)).output(in: $1) }, isSpaced: false,
      empty: empty)
  }
}

extension Listing<Post> {
  static func posts(ifEmpty empty: EmptyList) -> Listing {
    Listing(
      kind: .post, columns: ["id", "author", "created_at", "like_count", "is_liked", "text"],
      record: { Record($0) }, view: { PostList($0.map(\.item)).output(in: $1) }, isSpaced: true,
      empty: empty)
  }
}

extension Listing<Flag> {
  static func flags(ifEmpty empty: EmptyList) -> Listing {
    Listing(
      kind: .flag, columns: ["post", "author", "reporter", "created_at", "reason"],
      record: { Record($0) }, view: { FlagList($0.map(\.item)).output(in: $1) }, isSpaced: true,
      empty: empty)
  }
}

extension Listing<Suggestion> {
  static func suggestions(ifEmpty empty: EmptyList) -> Listing {
    Listing(
      kind: .suggestion, columns: ["username", "name", "shared_count", "via"],
      record: { Record($0) }, view: { SuggestionList($0.map(\.item)).output(in: $1) },
      isSpaced: true, empty: empty)
  }
}
