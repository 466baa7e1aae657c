package import Model

/// The word to complete: its typed part and the values that fit, before the network is queried.
package struct CompletionPlace: Sendable {
  /// Values that only the network or the file system knows.
  package enum Lookup: Equatable, Sendable {
    case users(UserScope)
    case posts(PostScope)
    case hashtags
    case files(FileKind)
  }

  /// The part of the word before the value: `--tab=`, or `id,` in a list of fields.
  package let lead: String
  /// The typed part of the value.
  package let stem: String
  /// The allowed values, whatever is typed.
  package let choices: [Candidate]
  package let lookup: Lookup?
  /// The values typed before, which are not offered again.
  package let taken: [String]
  /// The options before the word; they name the database.
  package let options: [GivenOption]
  package let endsWord: Bool
}

/// A word that completion offers.
package struct Candidate: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case command, option, choice, field, topic
    case handle, post, hashtag
  }

  /// The whole word; it never needs quotation marks.
  package var text: String
  /// One line that is safe for a terminal; may be empty.
  package let description: String
  package let kind: Kind

  package init(_ text: String, _ description: String, _ kind: Kind) {
    (self.text, self.description, self.kind) = (text, description, kind)
  }
}

/// The words before the word to complete, read until the first wrong one.
package struct CompletionLine {
  private var scanner: Scanner
  /// The declaration of the command; nil before its name.
  package private(set) var declaration: Declaration?
  /// Whether the name of the command is the last word, so that a longer name may be meant.
  package private(set) var endsWithCommand = false

  package init(_ words: [Token]) {
    scanner = Scanner(words)
  }

  package var options: [GivenOption] { scanner.options }
  package var operands: [Token] { scanner.operands }
  package var isPastOptions: Bool { scanner.isPastOptions }

  /// The options that the parser accepts there.
  package var knownOptions: [OptionShape] { (declaration?.options ?? []) + GlobalOptions.shapes }

  /// Throws the error of the parser at the first wrong word.
  package mutating func read(by parser: Parser) throws(UsageError) {
    do throws(ParseError) {
      guard let command = try parser.command(in: &scanner) else { return }
      declaration = command
    } catch {
      guard case .usage(let error) = error.reason else { return }
      throw error
    }
    endsWithCommand = scanner.rest.isEmpty
    try scanner.finish(knowing: declaration?.options ?? [])
  }
}
