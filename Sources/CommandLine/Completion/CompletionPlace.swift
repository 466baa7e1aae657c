package import Model

/// One place of a line, before anything was looked up: what is typed there and what may stand
/// there.
package struct CompletionPlace: Sendable {
  /// Values that only the network or the file system knows.
  package enum Lookup: Equatable, Sendable {
    case users(UserScope)
    case posts(PostScope)
    case files
  }

  /// What the word holds before the value that is completed: `--tab=`, or `id,` in a list of
  /// fields.
  package let lead: String
  /// The typed part of that value.
  package let stem: String
  /// The values allowed there, before the typed part is compared.
  package let choices: [Candidate]
  package let lookup: Lookup?
  /// Values typed before, which are not offered again.
  package let taken: [String]
  /// The options before the word, which say which database to ask.
  package let options: [GivenOption]
  package let endsWord: Bool
}

/// One word that completion offers.
package struct Candidate: Equatable, Sendable {
  /// The meaning of the word.
  package enum Kind: Equatable, Sendable {
    case command, option, choice, field, topic
    case handle, post
  }

  /// The whole word as it would be typed, without quotation marks: it never needs them.
  package var text: String
  /// One line that can do a terminal no harm; may be empty.
  package let description: String
  package let kind: Kind

  package init(_ text: String, _ description: String, _ kind: Kind) {
    self.text = text
    self.description = description
    self.kind = kind
  }
}

/// The words before a place of a line, as far as the parser could read them.
package struct CompletionLine {
  private var scanner: Scanner
  /// Of the command they name; nil before its name.
  package private(set) var declaration: Declaration?
  /// Whether nothing was typed behind the command's name, so that a longer name may be meant.
  package private(set) var endsWithCommand = false

  package init(_ words: [Token]) {
    scanner = Scanner(words)
  }

  package var options: [GivenOption] { scanner.options }
  package var operands: [Token] { scanner.operands }
  package var isPastOptions: Bool { scanner.isPastOptions }

  /// The options that are understood at the place; not all of them mean something there.
  package var knownOptions: [OptionShape] { (declaration?.options ?? []) + GlobalOptions.shapes }

  /// Throws what the parser would, at the first word that is wrong.
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
