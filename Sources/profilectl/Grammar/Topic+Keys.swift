extension Topic {
  static var keysBlocks: [HelpBlock] {
    [
      .paragraph(
        "The keys of 'profilectl repl'. It edits with GNU Readline, whose other keys work too, and "
          + "~/.inputrc changes them."),
      .table(
        "KEYS",
        [
          .init("TAB", "Complete the word; twice shows what is possible."),
          .init("Up, Down", "Call back earlier lines."),
          .init("Ctrl-R", "Search earlier lines."),
          .init("Ctrl-A, Ctrl-E", "Go to the beginning or the end of the line."),
          .init("Ctrl-W, Ctrl-U", "Delete the word, or all, before the cursor."),
          .init("Ctrl-L", "Clear the screen."),
          .init("Ctrl-C", "Drop the line, or stop what runs."),
          .init("Ctrl-Z", "Stop the program; 'fg' goes on."),
          .init("Ctrl-D", "Leave, on an empty line."),
        ]),
    ]
  }
}
