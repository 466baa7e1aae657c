import CommandLine
import Model
import Rendering

/// How a list of one kind of thing is shown, to people and to programs.
struct Listing<Item: Sendable> {
  let kind: RecordKind
  let record: (Entry<Item>) -> Record
  let view: ([Entry<Item>], Traits) -> Output
  /// Whether the view sets items apart by a blank line.
  var isSpaced = true
  /// The sentence for a list without items, with the next line to type.
  let empty: (sentence: SafeText, next: Hint)
}

extension Listing<Profile> {
  static func users(ifEmpty sentence: SafeText, _ next: Hint) -> Listing {
    Listing(
      kind: .user, record: { Record($0) },
      view: { UserList($0.map(\.item)).output(in: $1) }, isSpaced: false, empty: (sentence, next))
  }
}

extension Listing<Post> {
  static func posts(ifEmpty sentence: SafeText, _ next: Hint) -> Listing {
    Listing(
      kind: .post, record: { Record($0) },
      view: { PostList($0.map(\.item)).output(in: $1) }, empty: (sentence, next))
  }
}

extension Listing<Flag> {
  static func flags(ifEmpty sentence: SafeText, _ next: Hint) -> Listing {
    Listing(
      kind: .flag, record: { Record($0) },
      view: { FlagList($0.map(\.item)).output(in: $1) }, empty: (sentence, next))
  }
}

extension Listing<Suggestion> {
  static func suggestions(ifEmpty sentence: SafeText, _ next: Hint) -> Listing {
    Listing(
      kind: .suggestion, record: { Record($0) },
      view: { SuggestionList($0.map(\.item)).output(in: $1) }, empty: (sentence, next))
  }
}
