import CommandLine
import Rendering

/// An error as it is reported: in words to a person, as an object to a program, as a status to the
/// shell.
///
/// `FailureWords` makes it from the errors of the other layers.
struct Failure: Error, Equatable, Sendable {
  let code: ErrorCode
  /// One sentence that names the event and the thing.
  private(set) var message: String
  var hint: Hint?
  /// The refused value as it was typed or read, without passwords; nil if the error is not about
  /// one value.
  private(set) var input: String?
  /// The place of the line, as in `seed.pctl:12`; nil for a line that was typed.
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
    self.input = input.map { TypedPassword.removed(from: $0) }
    self.usage = usage
    self.helpCommand = helpCommand
  }

  var status: ExitStatus { code.status }

  /// The same failure with an item of a list as its input.
  func about(_ input: String) -> Failure {
    var failure = self
    failure.input = TypedPassword.removed(from: input)
    return failure
  }

  /// The same failure with a sentence appended.
  func adding(_ sentence: String) -> Failure {
    var failure = self
    failure.message += " \(sentence)"
    return failure
  }

  /// Lines for standard error, each with its line feed; all but the hint are broken to fit a
  /// window.
  ///
  /// In ASCII, other letters are written as numbers, because a replacement would change a name.
  /// Control characters have the form `^[`.
  func text(isASCII: Bool = false, width: Int = .max) -> String {
    let sentence = "\(place.map { "\($0): " } ?? "")Error: \(message)"
    // Several blanks in a row were typed, so they are kept.
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

/// Quotes words for a shell.
enum ShellWord {
  static func quoted(_ word: String) -> String {
    if !word.isEmpty, word.utf8.allSatisfy(isHarmless) { return word }
    let parts = word.split(separator: "'", omittingEmptySubsequences: false)
    return "'\(parts.joined(separator: "'\\''"))'"
  }

  /// Uses double quotes if they make an apostrophe easy to read: `"it's"`.
  static func readable(_ word: String) -> String {
    let hasApostrophe = word.utf8.contains(UInt8(ascii: "'"))
    let isPlain = hasApostrophe && !word.utf8.contains(where: "\"\\$`!".utf8.contains)
    return isPlain ? "\"\(word)\"" : quoted(word)
  }

  private static func isHarmless(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "@%+=:,./_-".utf8.contains(byte)
    }
  }
}
