import Services

/// One place of a line, before anything was looked up: what is typed there and what may stand
/// there.
struct CompletionPlace: Sendable {
  /// What only the outside knows.
  enum Lookup: Equatable, Sendable {
    case users(CompletionService.Circle)
    case posts(CompletionService.Shelf)
    case files
  }

  /// What the word holds before the value that is completed: `--tab=`, or `id,` in a list of
  /// fields.
  let lead: String
  /// What is typed of that value.
  let stem: String
  /// What may stand there, whatever is typed.
  let choices: [Candidate]
  let lookup: Lookup?
  /// What was typed before and makes no sense twice.
  let taken: [String]
  /// The options before the word, which say which database to ask.
  let options: [GivenOption]
  let endsWord: Bool
}
