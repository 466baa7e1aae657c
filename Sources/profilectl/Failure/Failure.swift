import CommandLine
import Rendering

/// An error as it is told: to a person in words, to a machine as an object, to the shell as a
/// status.
///
/// It is made from the errors of the other layers by `Wording`, and nowhere else.
struct Failure: Error, Equatable, Sendable {
  let code: ErrorCode
  /// One sentence: what happened, to which thing.
  let message: String
  var hint: Hint?
  /// What was typed or read, exactly, where one value is to blame.
  let input: String?
  /// Where the line stands that failed, as in `seed.pctl:12`; nil for a line that was typed.
  var place: String?
  /// The command's usage line in pieces, for usage errors.
  let usage: [String]?
  /// The words before `--help`, for usage errors.
  let helpCommand: String?

  init(
    _ code: ErrorCode, _ message: String, hint: Hint? = nil, input: String? = nil,
    usage: [String]? = nil, helpCommand: String? = nil
  ) {
    self.code = code
    self.message = message
    self.hint = hint
    self.input = input
    self.usage = usage
    self.helpCommand = helpCommand
  }

  var status: ExitStatus { code.status }

  /// The same failure, with the item of a list it is about.
  func about(_ input: String) -> Failure {
    Failure(code, message, hint: hint, input: input, usage: usage, helpCommand: helpCommand)
  }

  /// The same failure, with a sentence behind its own.
  func adding(_ sentence: String) -> Failure {
    Failure(
      code, "\(message) \(sentence)", hint: hint, input: input, usage: usage,
      helpCommand: helpCommand)
  }

  /// Lines for standard error, each with its line feed; all that nobody types again are broken to
  /// fit a window.
  ///
  /// In ASCII every letter that may not be drawn is given by its number: another letter in its
  /// place would make it another name. A control character is given as `^[` is.
  func text(isASCII: Bool = false, width: Int = .max) -> String {
    let sentence = "\(place.map { "\($0): " } ?? "")Error: \(message)"
    // Blanks in a row belong to what somebody typed.
    let words = sentence.split(separator: " ", omittingEmptySubsequences: false)
    var lines = WordWrap.lines(words.map(String.init), width: width)
    if let hint { lines.append("Hint: \(hint.line)") }
    if let usage { lines += WordWrap.lines(usage, after: "Usage: ", width: width) }
    if let helpCommand {
      lines += WordWrap.lines("See '\(helpCommand) --help' for more information.", width: width)
    }
    let text = lines.joined(separator: "\n") + "\n"
    if !isASCII { return text }
    return text.unicodeScalars.map { scalar in
      if scalar.isASCII { return String(scalar) }
      return scalar.caret ?? "<\(String(scalar.value, radix: 16, uppercase: true))>"
    }.joined()
  }

  /// One line for standard error, with its line feed.
  var json: String {
    let failure = Record(
      .failure,
      [
        .string(code.rawValue), .integer(Int64(status.rawValue)),
        .string("\(place.map { "\($0): " } ?? "")\(message)"), .text(hint?.line), .text(input),
      ])
    return Record(.failureReport, [.object(failure)]).output(as: .ndjson).text
  }
}
