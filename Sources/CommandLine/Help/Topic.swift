import Model

/// A help page about a subject that is not a command.
package enum Topic: String, CaseIterable, Sendable {
  case options
  case configuration
  case exitCodes = "exit-codes"
  case environment
  case formatting
  case scripting
  case keys

  package var summary: String {
    switch self {
    case .options: "The options of every command."
    case .configuration: "Your own defaults and aliases."
    case .exitCodes: "The meanings of exit statuses, and the error codes."
    case .environment: "Variables, and how database and user are chosen."
    case .formatting: "The formats of answers and of values."
    case .scripting: "How to use profilectl in scripts and pipes."
    case .keys: "The keys of the browser and of the interactive shell."
    }
  }

  package func blocks(in catalog: CommandCatalog) -> [HelpBlock] {
    switch self {
    case .options: Topic.optionBlocks(catalog)
    case .configuration: Topic.configurationBlocks(catalog)
    case .exitCodes: Topic.exitCodeBlocks(catalog.details().statuses)
    case .environment: Topic.environmentBlocks
    case .formatting: Topic.formattingBlocks(catalog.details().columns)
    case .scripting: Topic.scriptingBlocks
    case .keys: Topic.keysBlocks(catalog.details().browserKeys)
    }
  }
}

extension Topic {
  private static func optionBlocks(_ catalog: CommandCatalog) -> [HelpBlock] {
    [
      .paragraph(
        "Write them before or after the command. '--option value' and '--option=value' mean the "
          + "same. '-qn5' means '-q -n 5'."),
      HelpPage.globalOptions(in: catalog),
    ]
  }

  private static func configurationBlocks(_ catalog: CommandCatalog) -> [HelpBlock] {
    [
      .paragraph(
        "Your defaults are in the file profilectl/config in $XDG_CONFIG_HOME, or else in "
          + "~/.config. Each line is 'key = value'; '#' begins a comment. 'profilectl config "
          + "set' checks a value before it writes the file. An invalid line is an error for "
          + "every command except 'config' and 'help'."),
      .paragraph(
        "An option on the line overrides the environment. The environment overrides the "
          + "configuration, and the configuration overrides the default. Keys that begin with "
          + "'list.' apply to all lists. Keys that begin with 'show.' also apply to 'view', "
          + "'watch' and 'browse' if those have the option. 'run --no-config' ignores the file."),
      HelpPage.keys(in: catalog),
      .paragraph(
        "The key 'alias.NAME' defines the alias NAME. Its value is a command, with or without "
          + "options and arguments, quoted as in a script. Words that you type after the alias "
          + "are added to that command. Aliases work in a shell, in scripts, at the prompt and "
          + "in the browser. A name consists of a-z, 0-9 and '-', and must not be the name of a "
          + "command. An alias can't contain another alias."),
      .table(
        "EXAMPLES",
        [
          .init("profilectl config set browse.header fading", "Use another style of header."),
          .init("profilectl config set alias.tl \"timeline --new\"", "Define the alias tl."),
          .init("profilectl config unset alias.tl", "Remove the alias."),
        ]),
    ]
  }

  private static var scriptingBlocks: [HelpBlock] {
    [
      .paragraph(
        "One command is one transaction. If an item is refused, nothing is saved, and the exit "
          + "status is that of the item. With --keep-going, the good items are saved and each "
          + "item is reported. The exit status is then 1 if any item was refused. If a signal "
          + "stops a command with --keep-going, the items up to that point stay saved and are "
          + "reported. Repeating a write changes nothing and succeeds; the result is reported as "
          + "unchanged."),
      .paragraph(
        "With '-', a command that takes several items reads one from each line of standard "
          + "input. It skips blank lines and lines that begin with '#'. It reads each line only "
          + "up to the first tab, so that you can pipe the output of one command into the next."),
      .paragraph(
        "Answers go to standard output; everything else goes to standard error. Commands ask "
          + "questions only on a terminal; elsewhere, pass --yes. With --no-input they never "
          + "ask. --dry-run prints the same answer and changes nothing. With --quiet in text "
          + "format, 'follows' and successful writes print nothing; check the exit status."),
    ] + linesOfScripts + [
      .paragraph(
        "After '--', no word is an option, so a text can begin with a dash. The value of an "
          + "option can begin with a dash, unless the value is itself an option of the command. "
          + "If you give an option twice, the last one counts."),
      .table(
        "EXAMPLES",
        [
          .init("profilectl following --all | cut -f1", "The handles of all users you follow."),
          .init(
            "profilectl friends ana --all | profilectl follow - --keep-going",
            "Follow all friends of ana."),
          .init("profilectl show ana --json", "One object for jq."),
          .init("profilectl post -- '- a list'", "A text that begins with a dash."),
        ]),
    ]
  }

  private static var linesOfScripts: [HelpBlock] {
    [
      .paragraph(
        "A script for 'run' has one command on each line, without the program's name and quoted "
          + "as in a shell. '#' at the start of a word begins a comment. At a prompt, it does so "
          + "only at the start of a line. No line is passed to a shell. 'login bob' applies to the "
          + "rest of the script. A line can't contain --db, or '-' for standard input. 'browse', "
          + "'watch' and 'repl' are refused. An error begins with FILE:LINE:, and the exit status "
          + "is that of the line."),
      .paragraph(
        "By default, the first refused line ends the script, and the lines before it stay saved. "
          + "A line with its own --keep-going also ends the script if one of its items is "
          + "refused; the status is 1. 'run --keep-going' continues after refused lines, and "
          + "ends with status 1 if there were any. 'run --atomic' rolls back all lines if any "
          + "line is refused, even in part. A database that --atomic created remains, and is "
          + "empty."),
      .paragraph(
        "Errors of the database itself, such as a full disk, end every script with their own "
          + "status. A command that answers no does not end a script. A 'doctor' that leaves "
          + "faults unrepaired counts as refused; under --atomic, the status is 65. --atomic "
          + "refuses commands that create files, such as 'backup' or 'view --save', because "
          + "their files would remain after a rollback."),
      .paragraph(
        "The summary counts lines. done: changed or queried something; unchanged: already so; "
          + "refused: failed wholly or in part; undone: rolled back. With --format ndjson, every "
          + "write prints its items after they are on disk. A line that is refused as a whole is "
          + "one item, with the line as its input. If --atomic rolls back, only the summary is "
          + "printed."),
    ]
  }
}

extension Topic {
  private static var serverBlock: HelpBlock {
    .paragraph(
      "A database can also be on a PostgreSQL server: postgres://ROLE@HOST:PORT/NAME, or "
        + "postgres:///NAME?host=FOLDER for a socket. 'profilectl init' creates the network "
        + "there. Write a password into ~/.pgpass, PGPASSWORD or PROFILECTL_DB; --db accepts "
        + "none. PGSSLMODE and sslmode set the encryption of the connection. docs/server.md in "
        + "the source explains the rest.")
  }

  private static var environmentBlocks: [HelpBlock] {
    [
      .paragraph(
        "The database is the file or server named by --db, else by PROFILECTL_DB, else "
          + "profilectl/profilectl.db in the data folder. You act as the user named by --as, "
          + "else by PROFILECTL_USER, else by 'profilectl login' on that database."),
      .paragraph(
        "Choosing a user is not access control. Anyone who can read the file can read everything "
          + "in it. Anyone who can write to the file can change anything."),
      serverBlock,
      .table(
        "VARIABLES",
        [
          .init("PROFILECTL_DB", "The database."),
          .init("PROFILECTL_USER", "The user you act as."),
          .init("PROFILECTL_NOW", "The current time, as --now sets it."),
          .init("HOME", "The home folder, written ~/ at the beginning of a file name."),
          .init("XDG_CONFIG_HOME", "The folder for the configuration; default: ~/.config."),
          .init("XDG_DATA_HOME", "The data folder; default: ~/.local/share."),
          .init(
            "XDG_STATE_HOME",
            "The folder for logins and for the history of the prompt; default: ~/.local/state."),
          .init("NO_COLOR", "No colour, unless it is empty. --color overrides it."),
          .init("FORCE_COLOR, CLICOLOR_FORCE", "Colour, even without a terminal."),
          .init("TERM, COLORTERM", "How many colours the terminal has; none if TERM is 'dumb'."),
          .init("COLORFGBG", "Whether the background is light; some terminals set it."),
          .init("LC_ALL, LC_CTYPE, LANG", "ASCII only, unless the locale is UTF-8."),
          .init(
            "PROFILECTL_PAGER, PAGER",
            "The program that shows lists and help taller than the window; default: less -FRX. "
              + "The first that is set counts. If it is empty, there is no pager."),
          .init("VISUAL, EDITOR", "The editor for posts without a text; default: vi."),
          .init("COLUMNS", "The width of the output; default: the width of the terminal, else 80."),
          .init("LINES", "The height of the window; default: the height of the terminal."),
          .init("TMPDIR", "The folder for temporary files; default: /tmp."),
          .init("TZ", "The time zone of times on a terminal and of times without a zone."),
        ]),
      .paragraph("An empty variable counts as unset, except PROFILECTL_PAGER and PAGER."),
    ]
  }
}

extension Topic {
  private static func formattingBlocks(_ columns: [HelpBlock.Row]) -> [HelpBlock] {
    [
      .paragraph(
        "On a terminal, answers are cards and tables that fit its width, with relative times "
          + "such as '3d'. Elsewhere, a list has one line for each item, with fields separated "
          + "by tabs. These lines have no header, are never cut, and have times in UTC."),
      .table(
        "FORMATS",
        [
          .init("text", "As above; the default."),
          .init("json", "One value: an array for a list, an object for a single thing."),
          .init("ndjson", "One object on each line."),
          .init("csv", "Fields separated by commas, with a header."),
          .init("tsv", "Fields separated by tabs, with a header."),
          .init("svg", "The card and grid as a drawing; 'show' only."),
          .init("html", "The card and grid as a web page; 'show' only."),
        ]),
      .paragraph(
        "Without --fields, JSON has all keys in a fixed order. --fields selects and orders them; "
          + "on a terminal, it also prints a list as a table with a heading. A cursor is a place "
          + "in a list: pass it to --after to continue from there. Only shared networks have "
          + "lasting_name, signed_by and digest; elsewhere, --fields prints them as null."),
      .paragraph(
        "In lines with tabs, \\n, \\r, \\t and \\\\ stand for a line feed, a carriage return, a "
          + "tab and a backslash in a text. \\u{202E} stands for an invisible or control "
          + "character, by its number in Unicode. JSON has its own escapes; csv on a pipe has "
          + "none."),
      .table("LINES OF LISTS ON A PIPE", columns),
      valueTable,
      .table(
        "TIMES",
        [
          .init("2026-05-01T09:30:00Z", "RFC 3339, with any offset and fraction."),
          .init("2026-05-01 09:30", "A local time; TZ sets the time zone."),
          .init("2026-05-01", "The beginning of a local day; also 'today' and 'yesterday'."),
          .init("-3d", "Three days ago. Units: s, m, h, d and w; + is in the future."),
        ]),
      .paragraph(
        "Control characters in texts are shown as visible symbols and never reach the terminal."),
    ]
  }

  private static var valueTable: HelpBlock {
    .table(
      "VALUES",
      [
        .init(
          "user",
          "A handle: 1 to \(Handle.longest) of a-z, 0-9, '_' and '.', with no dot at either end. "
            + "Upper case becomes lower case, and a leading '@' is dropped."),
        .init("name", "At most \(HelpBlock.grouped(NameRule.limit)) characters on one line."),
        .init("bio", "At most \(HelpBlock.grouped(BioRule.limit)) characters."),
        .init("text", "At most \(HelpBlock.grouped(PostTextRule.limit)) characters."),
        .init("alt", "At most \(HelpBlock.grouped(AltRule.limit)) characters."),
        .init("reason", "At most \(HelpBlock.grouped(ReasonRule.limit)) characters on one line."),
        .init(
          "id",
          "The number of a post, as lists show it. In a shared network, also '~' and at least four "
            + "digits of its lasting name."),
        .init(
          "tag",
          "A hashtag: up to \(Hashtag.longest) letters, digits and '_' of any language, with at least "
            + "one letter. Case and accents make no difference, and a leading '#' is dropped."),
      ])
  }
}

extension Topic {
  private static func keysBlocks(_ browserKeys: [HelpBlock]) -> [HelpBlock] {
    [.paragraph("The keys of 'profilectl browse'.")] + browserKeys + shellBlocks
  }

  private static var shellBlocks: [HelpBlock] {
    [
      .paragraph(
        "The keys of 'profilectl repl'. The prompt uses GNU Readline: its other keys also work, "
          + "and ~/.inputrc configures them."),
      .table(
        "AT THE PROMPT",
        [
          .init("TAB", "Complete the word; twice: list the candidates."),
          .init("Up, Down", "Recall earlier lines."),
          .init("Ctrl-R", "Search earlier lines."),
          .init("Ctrl-A, Ctrl-E", "Go to the beginning or the end of the line."),
          .init("Ctrl-W, Ctrl-U", "Delete the word, or all, before the cursor."),
          .init("Ctrl-L", "Clear the screen."),
          .init("Ctrl-C", "Drop the line, or stop the running command."),
          .init("Ctrl-Z", "Suspend the program; 'fg' resumes it."),
          .init("Ctrl-D", "Leave, on an empty line; the same as exit and quit."),
        ]),
    ]
  }
}

extension Topic {
  private static func exitCodeBlocks(_ statuses: [HelpBlock.Row]) -> [HelpBlock] {
    [
      .paragraph(
        "Every command exits with one of these statuses. With --json, an error is one object on "
          + "standard error. Brackets list its error codes."),
      .table("STATUSES", statuses),
    ]
  }
}
