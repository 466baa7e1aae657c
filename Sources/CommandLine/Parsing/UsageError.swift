/// A command line that can't be carried out as it was typed.
///
/// The words for it are made elsewhere.
package struct UsageError: Error, Equatable, Sendable {
  /// The kinds of misuse.
  package enum Complaint: Equatable, Sendable {
    case unknownCommand(nearest: String?)
    case unknownTopic(nearest: String?)
    /// `name` is without a value that was attached, and of a cluster the one letter.
    case unknownOption(name: String, nearest: String?)
    /// The option was the last word, or an option follows it.
    case missingValue(option: String, metavariable: String)
    /// `--switch=value`.
    case unexpectedValue(option: String)
    case missingOperand(String)
    case extraOperand
    /// A word after one that leaves the prompt.
    case notAlone(String)
    /// `-` with other operands.
    case dashNotAlone
    case conflict(String, String)
    /// An option that describes one thing, with several things.
    case onlyForOne(option: String, operand: String)
    /// An option that says more about another one, which was not given.
    case onlyWith(option: String, other: String)
    /// None of these was given, and without one there is nothing to do.
    case nothingAsked([String])
    case needsConfirmation(Loss)
    /// The words of a command that needs none.
    case needsTerminal(instead: [String])
    /// The answer in this format is for a file of this name.
    case needsFile(format: String, name: String)
    /// The terminal's kind is not known to move its cursor.
    case needsCursor(instead: [String])
    /// It is allowed in a shell, but not on this surface.
    case notHere
    case notInScript, notInBrowser
    /// It concerns the file, and the lines before it are not committed yet.
    case notBeforeCommit
  }

  /// A loss that can't be undone.
  package enum Loss: Equatable, Sendable {
    /// Of a file.
    case replacing(String)
    /// Of users or posts, by their shown names.
    case deleting(String)
  }

  package var complaint: Complaint
  /// The word it is about, as typed; bad UTF-8 is replaced.
  ///
  /// Nil if a word is missing.
  package let typed: String?
  /// How many words came before that one.
  package let position: Int?

  package init(_ complaint: Complaint, at token: Token? = nil) {
    self.complaint = complaint
    typed = token?.text
    position = token?.position
  }
}

/// Why a line can't be parsed, and the command it names.
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
