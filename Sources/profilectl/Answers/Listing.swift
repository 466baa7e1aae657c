import CommandLine
import Model
import Rendering

/// How a list of one kind of thing is shown, to people and to programs.
struct Listing<Item: Sendable> {
  let kind: RecordKind
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
      record: { Record($0) }, view: { UserList($0.map(\.item)).output(in: $1) }, isSpaced: false,
      empty: empty)
  }
}

extension Listing<Post> {
  static func posts(ifEmpty empty: EmptyList) -> Listing {
    Listing(
      kind: .post,
      record: { Record($0) }, view: { PostList($0.map(\.item)).output(in: $1) }, isSpaced: true,
      empty: empty)
  }
}

extension Listing<Flag> {
  static func flags(ifEmpty empty: EmptyList) -> Listing {
    Listing(
      kind: .flag,
      record: { Record($0) }, view: { FlagList($0.map(\.item)).output(in: $1) }, isSpaced: true,
      empty: empty)
  }
}

extension Listing<Suggestion> {
  static func suggestions(ifEmpty empty: EmptyList) -> Listing {
    Listing(
      kind: .suggestion,
      record: { Record($0) }, view: { SuggestionList($0.map(\.item)).output(in: $1) },
      isSpaced: true, empty: empty)
  }
}
