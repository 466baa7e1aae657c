import Browser
import Rendering

extension Topic {
  /// Those of the browser come from the table that it looks its keys up in.
  static var keysBlocks: [HelpBlock] {
    [.paragraph("The keys of 'profilectl browse'.")] + browserTables + shellBlocks
  }

  private static var browserTables: [HelpBlock] {
    KeyTable.groups.map { group in
      .table(
        group.title.string.uppercased(),
        group.bindings.map { .init($0.label.string, $0.deed.string) })
    }
  }

  private static var shellBlocks: [HelpBlock] {
    [
      .paragraph(
        "The keys of 'profilectl repl'. It edits with GNU Readline, whose other keys work too, and "
          + "~/.inputrc changes them."),
      .table(
        "AT THE PROMPT",
        [
          .init("TAB", "Complete the word; twice shows what is possible."),
          .init("Up, Down", "Call back earlier lines."),
          .init("Ctrl-R", "Search earlier lines."),
          .init("Ctrl-A, Ctrl-E", "Go to the beginning or the end of the line."),
          .init("Ctrl-W, Ctrl-U", "Delete the word, or all, before the cursor."),
          .init("Ctrl-L", "Clear the screen."),
          .init("Ctrl-C", "Drop the line, or stop what runs."),
          .init("Ctrl-Z", "Stop the program; 'fg' goes on."),
          .init("Ctrl-D", "Leave, on an empty line; as exit and quit do."),
        ]),
    ]
  }
}
