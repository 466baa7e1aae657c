extension Topic {
  static var environmentBlocks: [HelpBlock] {
    [
      .paragraph(
        "The database is the one named by --db, else by PROFILECTL_DB, else the file "
          + "profilectl/profilectl.db in the data folder. You are the user named by --as, else by "
          + "PROFILECTL_USER, else the one who logged in on that database with 'profilectl login'."),
      .paragraph(
        "Choosing who you are is not access control: whoever can read the file can read "
          + "everything in it, and whoever can write it can change anything."),
      .table(
        "VARIABLES",
        [
          .init("PROFILECTL_DB", "The database."),
          .init("PROFILECTL_USER", "Who you are."),
          .init("PROFILECTL_NOW", "What to take for the present time, as --now does."),
          .init("HOME", "The home folder, which ~/ at the beginning of a file's name is, too."),
          .init("XDG_DATA_HOME", "The data folder; ~/.local/share where it is unset."),
          .init(
            "XDG_STATE_HOME",
            "The folder for who logged in and what was typed at the prompt; ~/.local/state where "
              + "it is unset."),
          .init("NO_COLOR", "No colour, if it is not empty. --color goes before it."),
          .init("FORCE_COLOR, CLICOLOR_FORCE", "Colour, even where no terminal reads."),
          .init("TERM, COLORTERM", "How many colours there are; none where TERM is 'dumb'."),
          .init("COLORFGBG", "Whether the background is light, as terminals that set it know."),
          .init("LC_ALL, LC_CTYPE, LANG", "Draws with ASCII only, unless they say UTF-8."),
          .init(
            "PROFILECTL_PAGER, PAGER",
            "The program that shows lists and help taller than the window; none if neither is set, "
              + "or the first is empty."),
          .init("COLUMNS", "The width to draw for; else the terminal's, else 80."),
          .init("LINES", "The height of the window; else the terminal's."),
          .init("TMPDIR", "Where things lie that nobody needs later; else /tmp."),
          .init("TZ", "The time zone of times shown on a terminal."),
        ]),
      .paragraph("Any other variable that is empty counts as unset."),
    ]
  }
}
