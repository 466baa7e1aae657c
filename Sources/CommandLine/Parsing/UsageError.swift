/// Why a command line can't be executed.
///
/// `UsageErrorWords` has the messages.
package struct UsageError: Error, Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case unknownCommand(nearest: String?)
    case unknownTopic(nearest: String?)
    /// `name` is without `=value`; in `-abc`, it is the unknown letter.
    case unknownOption(name: String, nearest: String?)
    /// The option is the last word, or an option follows it.
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
    /// An option for one item, given with several items.
    case onlyForOne(option: String, operand: String)
    /// An option that needs another option.
    case onlyWith(option: String, other: String)
    /// The command needs one of these options.
    case nothingAsked([String])
    /// `--fields` leaves out a value that is never printed again.
    case needsField(String)
    /// The file name ends in no known format, and the option for the format is missing.
    case noFormat(option: String)
    case needsConfirmation(Loss)
    /// `instead` is a command that needs no terminal.
    case needsTerminal(instead: [String])
    /// The format is a folder, so it can't be written to standard output.
    case needsFolder(format: String)
    /// Output in this format must go to a file, such as `name`.
    case needsFile(format: String, name: String)
    /// The terminal can't move its cursor, according to `TERM`.
    case needsCursor(instead: [String])
    /// The command works only in a shell.
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
    /// Ending the sharing of a network, by its name.
    case endingSharing(String)
    /// Revoking keys of a shared network, by what was typed.
    case revoking(String)
  }

  package var kind: Kind
  /// The wrong word as typed; invalid UTF-8 is replaced.
  ///
  /// Nil if a word is missing.
  package let typed: String?
  /// The number of words before the wrong one.
  package let position: Int?

  package init(_ kind: Kind, at token: Token? = nil) {
    self.kind = kind
    typed = token?.text
    position = token?.position
  }
}

/// Why a line can't be parsed, and its command.
package struct ParseError: Error {
  /// Nil if the error is before the name of the command.
  package let declaration: Declaration?
  package let reason: Reason
  /// Nil if no fix is known.
  package let fix: Fix?

  package init(declaration: Declaration?, reason: Reason, fix: Fix? = nil) {
    (self.declaration, self.reason, self.fix) = (declaration, reason, fix)
  }

  /// Either the line is wrong, or a value in it.
  package enum Reason {
    case usage(UsageError)
    case value(RefusedValue)
  }
}
