import CommandLine

@testable import profilectl

/// The text of `docs/commands.md`, generated from the declarations.
struct CommandsManual {
  let catalog: CommandCatalog

  /// The whole text, with a final line feed.
  var markdown: String {
    let parts = ["# Commands", "Generated from the declarations in `Sources/profilectl/Commands`."]
    return (parts + groups + topics).joined(separator: "\n\n") + "\n"
  }

  private var groups: [String] {
    let declarations = catalog.declarations
    return CommandGroup.allCases.flatMap { group in
      let members = declarations.filter { $0.group == group }
      return members.isEmpty ? [] : ["## \(group.rawValue)"] + members.map(section)
    }
  }

  private func section(of declaration: Declaration) -> String {
    var parts = ["### `\(declaration.name)`", declaration.summary]
    if let discussion = declaration.discussion { parts.append(discussion) }
    parts.append("    \(Synopsis(declaration).line)")
    parts += HelpPage.tables(of: declaration, []).map(\.markdown)
    return parts.joined(separator: "\n\n")
  }

  private var topics: [String] {
    Topic.allCases.map { topic in
      let parts =
        ["## `help \(topic.rawValue)`", topic.summary]
        + topic.blocks(in: catalog).map(\.markdown)
      return parts.joined(separator: "\n\n")
    }
  }
}

extension HelpBlock {
  /// The Markdown of a part of a help page.
  fileprivate var markdown: String {
    switch self {
    case .paragraph(let text): return text
    case .usage(let pieces): return "    \(pieces.joined(separator: " "))"
    case .table(let heading, let rows):
      let lines = rows.map { "| `\(HelpBlock.cell($0.label))` | \(HelpBlock.cell($0.text)) |" }
      return "**\(heading)**\n\n| | |\n|---|---|\n" + lines.joined(separator: "\n")
    }
  }

  /// Markdown would end the cell at a bar.
  private static func cell(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}
