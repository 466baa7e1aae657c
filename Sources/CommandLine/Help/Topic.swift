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
    case .exitCodes: "What the exit status says, and the codes of errors."
    case .environment: "Variables, and how database and user are chosen."
    case .formatting: "What answers look like, and how values are written."
    case .scripting: "How to use profilectl in scripts and pipes."
    case .keys: "The keys of the browser and of the interactive shell."
    }
  }

  /// Built when it is asked for.
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
        "They stand before or after the command. '--option value' and '--option=value' mean the same, "
          + "and '-qn5' is '-q -n 5'."),
      HelpPage.globalOptions(in: catalog),
    ]
  }

  private static func configurationBlocks(_ catalog: CommandCatalog) -> [HelpBlock] {
    [
      .paragraph(
        "The file profilectl/config in $XDG_CONFIG_HOME, or else in ~/.config, has a line "
          + "'key = value' for each default of yours, and comments after '#'. 'profilectl config set' "
          + "judges a value before it writes the file. A line that can't be used is an error of every "
          + "command but 'config' and 'help'."),
      .paragraph(
        "An option on the line goes first, then the environment, then the configuration, then the "
          + "default. Keys of 'list' hold for all lists; those of 'show', also for 'view', 'watch' and "
          + "'browse' where these have the option. 'run --no-config' ignores the file."),
      HelpPage.keys(in: catalog),
      .paragraph(
        "A key 'alias.NAME' makes NAME the beginning of a line, quoted as in a script: a command, "
          + "perhaps with options and arguments. What you type after it is added. Aliases work in a "
          + "shell, in scripts, at the prompt and in the browser. A name has a-z, 0-9 and '-'; it can't "
          + "be that of a command. An alias can't contain another alias."),
      .table(
        "EXAMPLES",
        [
          .init("profilectl config set browse.header fading", "Another header."),
          .init("profilectl config set alias.tl \"timeline --new\"", "Then: profilectl tl"),
          .init("profilectl config unset alias.tl", "Without it again."),
        ]),
    ]
  }

  private static var scriptingBlocks: [HelpBlock] {
    [
      .paragraph(
        "One command is one transaction: if any item is refused, nothing is saved, and the exit "
          + "status is the status of that item. With --keep-going the good items are saved, each "
          + "item is reported, and the exit status is 1 if any item was refused. If a signal stops "
          + "it, the items up to that point stay saved and are reported. Repeating a write changes "
          + "nothing and succeeds; the result is reported as unchanged."),
      .paragraph(
        "Where a command accepts '-', it reads one item from each line of standard input. It skips "
          + "blank lines and lines that begin with '#', and reads each line up to the first tab, so "
          + "that the output of one command can be piped into the next."),
      .paragraph(
        "Answers go to standard output, everything else to standard error. Questions are asked on "
          + "a terminal only; elsewhere, pass --yes. --no-input never asks. --dry-run prints the "
          + "same answer and changes nothing. With --quiet, 'follows' and writes that succeed print "
          + "nothing in text format; check the exit status."),
    ] + linesOfScripts + [
      .paragraph(
        "After '--' no word is an option, so a text may begin with a dash. The value of an option "
          + "may begin with a dash unless it is an option of the command. If an option is given "
          + "twice, the last one wins."),
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

  /// How `run` executes its lines.
  private static var linesOfScripts: [HelpBlock] {
    [
      .paragraph(
        "A script for 'run' has one command a line, without the program's name, quoted as in a "
          + "shell; '#' begins a comment. No line is ever given to a shell. 'login bob' holds for "
          + "the rest of the script. Lines of a script take neither --db nor '-' for standard "
          + "input, and 'browse', 'watch' and 'repl' are refused. An error begins with FILE:LINE:, "
          + "and the exit status is the status of that line."),
      .paragraph(
        "The first refused line ends the script; the lines before it stay saved. A line with its "
          + "own --keep-going that is refused in part ends the script with status 1. 'run --atomic' "
          + "rolls back all lines if any line is refused, even in part; a database created for it "
          + "stays, empty. 'run --keep-going' continues and ends with status 1 if any line was "
          + "refused. Errors of the database itself, such as a full disk, end both, with their own "
          + "status. A predicate that answers no does not stop a script. A 'doctor' that leaves "
          + "faults unrepaired counts as refused, with status 65 under --atomic. Commands that "
          + "create files, such as 'backup' or 'view --save', are refused under --atomic, because "
          + "the file would stay."),
      .paragraph(
        "The summary counts lines. done: changed or queried something; unchanged: already so; "
          + "refused: failed wholly or in part; undone: rolled back. With --format ndjson every "
          + "write prints its items once they are on disk, and a line refused as a whole is one "
          + "item, with the line as its input. If --atomic rolled back, only the summary is printed."
      ),
    ]
  }
}

extension Topic {
  private static var serverBlock: HelpBlock {
    .paragraph(
      "A database can also be one of a PostgreSQL server: postgres://ROLE@HOST:PORT/NAME, or "
        + "postgres:///NAME?host=FOLDER for a socket. 'profilectl init' creates the network there. "
        + "A password belongs in ~/.pgpass, PGPASSWORD or PROFILECTL_DB; --db takes none. "
        + "PGSSLMODE and sslmode say how the connection is encrypted; docs/server.md, beside the "
        + "source, explains the rest.")
  }

  private static var environmentBlocks: [HelpBlock] {
    [
      .paragraph(
        "The database is the file or server named by --db, else by PROFILECTL_DB, else "
          + "profilectl/profilectl.db in the data folder. You act as the user named by --as, else by "
          + "PROFILECTL_USER, else as the user logged in on that database with 'profilectl login'."),
      .paragraph(
        "Choosing a user is not access control: anyone who can read the file can read everything in "
          + "it, and anyone who can write the file can change anything."),
      serverBlock,
      .table(
        "VARIABLES",
        [
          .init("PROFILECTL_DB", "The database."),
          .init("PROFILECTL_USER", "The user you act as."),
          .init("PROFILECTL_NOW", "The current time, as --now sets it."),
          .init("HOME", "The home folder; also what ~/ at the beginning of a file name means."),
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
            "The program that shows lists and help taller than the window; default: less -FRX. If the "
              + "one that counts is empty, there is no pager."),
          .init("VISUAL, EDITOR", "The editor for posts without a text; default: vi."),
          .init("COLUMNS", "The width of the output; default: the width of the terminal, else 80."),
          .init("LINES", "The height of the window; default: the height of the terminal."),
          .init("TMPDIR", "The folder for temporary files; default: /tmp."),
          .init("TZ", "The time zone of times on a terminal and of times without a zone."),
        ]),
      .paragraph("All other variables count as unset if they are empty."),
    ]
  }
}

extension Topic {
  private static func formattingBlocks(_ columns: [HelpBlock.Row]) -> [HelpBlock] {
    [
      .paragraph(
        "On a terminal, answers are cards and tables that fit its width, with times such as '3d'. "
          + "Elsewhere a list has one line for each item: fields separated by tabs, no header, nothing "
          + "cut, times in UTC."),
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
        "JSON always has all keys, in a fixed order. --fields selects some of them; on a terminal it "
          + "prints a list as a table with a heading. A cursor is a place in a list: pass it to "
          + "--after to continue from there."),
      .paragraph(
        "In lines with tabs, on a pipe and in tsv, \\n, \\r, \\t and \\\\ stand for a line feed, a "
          + "carriage return, a tab and a backslash in a text. \\u{202E} stands for an invisible or "
          + "control character, by its number in Unicode. JSON has its own escapes; csv on a pipe has "
          + "none."),
      .table("LINES OF LISTS ON A PIPE", columns),
      valueTable,
      .table(
        "TIMES",
        [
          .init("2026-05-01T09:30:00Z", "RFC 3339, with any offset and fraction."),
          .init("2026-05-01 09:30", "That local time; the time zone is set by TZ."),
          .init("2026-05-01", "The beginning of that local day, as 'today' and 'yesterday'."),
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
        .init("id", "The number of a post, as lists show it."),
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
        "The keys of 'profilectl repl'. It uses GNU Readline: its other keys work too, and "
          + "~/.inputrc configures them."),
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
        "Every command ends with one of these statuses. Brackets list the error codes of --json, "
          + "which reports an error as one object on standard error."),
      .table("STATUSES", statuses),
    ]
  }
}
