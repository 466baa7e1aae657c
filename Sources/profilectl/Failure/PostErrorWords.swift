import CommandLine
import Model
import Rendering

/// A post that is not published because of its words or its time.
enum PostError: Error {
  /// The time that the option gives is more than a minute ahead of the clock.
  case ahead(Moment, option: String)
  case editorFailed(String)
  /// The variable that names the editor can't be split into words.
  case editorUnreadable(variable: String, LineSplitter.SplitError)
  /// The editor left no new words.
  case unwritten
}

/// Words for posts that are not published.
enum PostErrorWords {
  static func failure(for error: PostError, in context: FailureContext) -> Failure {
    let nothing =
      context.facts.contains(.edits) ? "Nothing was changed." : "Nothing was posted."
    switch error {
    case .ahead(let moment, let option):
      let time = Timestamp.utc(moment)
      return Failure(
        .badValue, "The time of '\(option)' is in the future: \(time).",
        hint: .help("formatting"), input: time)
    case .editorFailed(let editor):
      return Failure(
        .emptyPost, "The editor \(quoted(editor)) failed. \(nothing)",
        hint: .help("environment"))
    case .editorUnreadable(let variable, let error):
      let reason = UsageErrorWords(in: context).failure(for: error).message
      return Failure(
        .badConfig, "\(variable) names no editor: \(reason)", hint: .help("environment"),
        input: variable)
    case .unwritten: return Failure(.emptyPost, nothing)
    }
  }
}
