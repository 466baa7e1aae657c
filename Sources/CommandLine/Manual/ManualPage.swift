/// The page profilectl(1) in mdoc, derived from the declarations.
package struct ManualPage {
  private let catalog: CommandCatalog
  private let details: HelpDetails

  package init(_ catalog: CommandCatalog) {
    self.catalog = catalog
    details = catalog.details()
  }

  /// Ends with a line feed.
  package var mdoc: String {
    let sections = [
      header, synopsis, description, commandSection, optionSection,
      topic(.configuration, "CONFIGURATION"), environment, files,
      topic(.exitCodes, "EXIT STATUS"), examples, topic(.formatting, "FORMATTING"),
      topic(.scripting, "SCRIPTING"), topic(.keys, "KEYS"), closing,
    ]
    return sections.joined(separator: "\n") + "\n"
  }

  private var declarations: [Declaration] {
    let visible = catalog.declarations
    return CommandGroup.allCases.flatMap { group in visible.filter { $0.group == group } }
  }

  private var header: String {
    """
    .Dd \(details.date)
    .Dt PROFILECTL 1
    .Os
    .Sh NAME
    .Nm profilectl
    .Nd a social network in one file
    """
  }

  private var synopsis: String {
    """
    .Sh SYNOPSIS
    .Nm
    .Op Ar options
    .Ar command
    .Op Ar arguments
    """
  }

  private var description: String {
    """
    .Sh DESCRIPTION
    .Nm
    keeps users, their posts, likes and follows in one SQLite file.
    Many processes may read and write it at once.
    Every command is one transaction.
    .Pp
    Options may be before or after the command.
    .Ql \\-\\-
    ends them.
    A value is the next word, or follows an equals sign:
    .Fl \\-limit Ar 5
    or
    .Fl \\-limit Ns = Ns Ar 5 .
    """
  }

  private var commandSection: String {
    let groups = CommandGroup.allCases.compactMap { group -> String? in
      let members = declarations.filter { $0.group == group }
      let items = members.map { (term: term(of: $0), text: text(of: $0)) }
      return items.isEmpty ? nil : ".Ss \(group.rawValue)\n" + Mdoc.list(items)
    }
    return ([".Sh COMMANDS"] + groups).joined(separator: "\n")
  }

  private func term(of declaration: Declaration) -> String {
    let operands = declaration.operands.map { " Ar \(Mdoc.argument(Synopsis.piece($0)))" }
    return ".It Cm \(declaration.name)\(operands.joined())"
  }

  private func text(of declaration: Declaration) -> String {
    var text = Mdoc.text(declaration.summary)
    if let discussion = declaration.discussion { text += "\n\(Mdoc.text(discussion))" }
    let options = HelpPage.tables(of: declaration, []).filter { $0.isOptions }
    return options.reduce(text) { "\($0)\n\(self.options($1))" }
  }

  private var optionSection: String {
    ".Sh OPTIONS\nEvery command takes these.\n" + options(HelpPage.globalOptions(in: catalog))
  }

  private func options(_ block: HelpBlock) -> String {
    guard case .table(_, let rows) = block else { return "" }
    return Mdoc.list(rows.map { (".It \(Mdoc.argument($0.label))", Mdoc.text($0.text)) })
  }

  private var environment: String { topic(.environment, "ENVIRONMENT") }

  private var files: String {
    let items = [
      ("~/.local/share/profilectl/profilectl.db", "The database, unless another is named."),
      ("~/.config/profilectl/config", "Your defaults of options, and aliases."),
      (
        "~/.local/state/profilectl/",
        "Who logged in on each database, and what the interactive mode remembers; for its owner's "
          + "eyes only."
      ),
    ]
    return ".Sh FILES\n"
      + Mdoc.list(items.map { (".It Pa \(Mdoc.argument($0.0))", Mdoc.text($0.1)) })
      + "\n" + Mdoc.text("While a database is open, files whose names continue its own with ")
      + "\n.Pa \\-wal ,\n.Pa \\-shm\nor\n.Pa \\-lock\nmay stand beside it and belong to it."
  }

  private var examples: String {
    let items = declarations.flatMap(\.examples).map {
      (".It Li \(Mdoc.argument($0.line))", Mdoc.text($0.meaning))
    }
    return ".Sh EXAMPLES\n" + Mdoc.list(items)
  }

  private func topic(_ topic: Topic, _ title: String) -> String {
    let blocks = topic.blocks(in: catalog).enumerated().map { index, block in
      switch block {
      case .paragraph(let text): (index == 0 ? "" : ".Pp\n") + Mdoc.text(text)
      case .usage(let pieces): ".Dl \(Mdoc.text(pieces.joined(separator: " ")))"
      case .table(let heading, _): subsection(heading) + options(block)
      }
    }
    return ([".Sh \(title)"] + blocks).joined(separator: "\n")
  }

  /// A heading in lower case, because sections have capitals here; the quotes keep its words from
  /// being macros.
  private func subsection(_ heading: String) -> String {
    ".Ss \(Mdoc.argument(heading.prefix(1) + heading.dropFirst().lowercased()))\n"
  }

  private var closing: String {
    """
    .Sh AUTHORS
    .An the profilectl authors
    .Sh SECURITY CONSIDERATIONS
    Choosing who you are is not access control,
    and a private post is a courtesy of the program:
    a user who can read the file can read everything in it,
    and one who can write it can change anything.
    What people wrote never controls the terminal.
    """
  }
}

extension HelpBlock {
  fileprivate var isOptions: Bool {
    if case .table("OPTIONS", _) = self { true } else { false }
  }
}

/// Writes mdoc(7): macros at the beginning of a line, text elsewhere.
package enum Mdoc {
  /// Lines of text; each sentence begins a new line, as mdoc(7) requires.
  package static func text(_ text: String) -> String {
    var lines: [String] = []
    var sentence: [Substring] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      sentence.append(word)
      if word.last == "." || word.last == ":" || word.last == "?" {
        lines += wrapped(sentence)
        sentence = []
      }
    }
    if !sentence.isEmpty { lines += wrapped(sentence) }
    return lines.joined(separator: "\n")
  }

  /// One argument of a macro.
  package static func argument(_ text: String) -> String {
    let parts = escape(text).split(separator: "\"", omittingEmptySubsequences: false)
    return "\"\(parts.joined(separator: "\"\""))\""
  }

  /// A list of terms with their meanings.
  package static func list(_ items: [(term: String, text: String)]) -> String {
    let lines = items.map { "\($0.term)\n\($0.text)" }
    return ([".Bl -tag -width Ds"] + lines + [".El"]).joined(separator: "\n")
  }

  /// A dot at the beginning of a line would begin a macro.
  private static func wrapped(_ words: [Substring]) -> [String] {
    WordWrap.lines(words.map { escape(String($0)) }, width: 78)
      .map { $0.first == "." ? "\\&\($0)" : $0 }
  }

  /// Keeps the characters that roff would change, such as hyphens and backslashes.
  private static func escape(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
