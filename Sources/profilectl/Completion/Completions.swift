import CommandLine

/// What completion offers at one place of a line.
struct Completions: Equatable, Sendable {
  /// In the order to show them.
  var candidates: [Candidate] = []
  /// Whether there are others, which begin with all that these have in common.
  var isCut = false
  /// Where paths are to be offered too: what stands in the word before the path, such as `--db=`.
  ///
  /// Nil where none are. Whoever asks looks for the files: shells know their own quoting.
  var pathLead: String?
  /// Whether a candidate is a whole word, behind which a blank belongs.
  var endsWord = true
}
