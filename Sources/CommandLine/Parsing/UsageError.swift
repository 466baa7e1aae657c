/// A command line that can't be carried out as it was typed.
///
/// `UsageErrorWords` has the words.
package struct UsageError: Error, Equatable, Sendable {
  /// The kinds of misuse.
  package enum Complaint: Equatable, Sendable {
    case unknownCommand(nearest: String?)
    case unknownTopic(nearest: String?)
    /// `name` is without `=value`; in `-abc`, it is the letter that is unknown.
    case unknownOption(name: String, nearest: String?)
    /// The option was the last word, or an option follows it.
    case missingValue(option: String, metavariable: String)
    /// `--switch=value`.
    case unexpectedValue(option: String)
    case missingOperand(String)
    case extraOperand
    /// A word after `exit` or `quit`.
    case notAlone(String)
    /// `-` with other operands.
    case dashNotAlone
    case conflict(String, String)
    /// An option that describes one thing, given with several things.
    case onlyForOne(option: String, operand: String)
    /// An option that depends on another one, which was not given.
    case onlyWith(option: String, other: String)
    /// A command that needs one of these options, and none was given.
    case nothingAsked([String])
    /// The name of a file that does not end in a format, without the option that names one.
    case noFormat(option: String)
    case needsConfirmation(Loss)
    /// `instead` is a command that needs no terminal.
    case needsTerminal(instead: [String])
    /// The format is a folder, which standard output can't be.
    case needsFolder(format: String)
    /// The output in this format belongs in a file, such as `name`.
    case needsFile(format: String, name: String)
    /// The terminal can't move its cursor, or `TERM` doesn't say so.
    case needsCursor(instead: [String])
    /// A shell may ask for it, but this surface may not.
    case onlyInShell
    case notInScript, notInBrowser
    /// The command needs the whole file, but earlier lines are not committed yet.
    case notBeforeCommit
  }

  /// A loss that can't be undone.
  package enum Loss: Equatable, Sendable {
    /// Replacing a file.
    case replacing(String)
    /// Deleting users or posts, by their shown names.
    case deleting(String)
    /// Dropping the reports of posts, by their shown names.
    case droppingReports(String)
  }

  package var complaint: Complaint
  /// The wrong word as typed; bad UTF-8 is replaced.
  ///
  /// Nil if a word is missing.
  package let typed: String?
  /// The number of words before the wrong one.
  package let position: Int?

  package init(_ complaint: Complaint, at token: Token? = nil) {
    self.complaint = complaint
    typed = token?.text
    position = token?.position
  }
}

/// The reason why a line can't be parsed, and the command it names.
package struct ParseError: Error {
  /// Nil if the error comes before the command's name.
  package let declaration: Declaration?
  package let reason: Reason
  /// Nil if no change of the words is known to help.
  package let fix: Fix?

  package init(declaration: Declaration?, reason: Reason, fix: Fix? = nil) {
    self.declaration = declaration
    self.reason = reason
    self.fix = fix
  }

  /// Whether the line is wrong, or a value in it.
  package enum Reason {
    case usage(UsageError)
    case value(RefusedValue)
  }
}
