import Model

/// A help page about something that is no command.
package enum Topic: String, CaseIterable, Sendable {
  case exitCodes = "exit-codes"
  case environment
  case formatting
  case scripting
  case keys

  package var summary: String {
    switch self {
    case .exitCodes: "What the exit status says, and the codes of errors."
    case .environment: "Variables, and how database and user are chosen."
    case .formatting: "What answers look like, and how values are written."
    case .scripting: "How to use profilectl in scripts and pipes."
    case .keys: "The keys of the browser and of the interactive shell."
    }
  }

  /// Built when it is asked for.
  package func blocks(_ details: HelpDetails) -> [HelpBlock] {
    switch self {
    case .exitCodes: Topic.exitCodeBlocks(details.statuses)
    case .environment: Topic.environmentBlocks
    case .formatting: Topic.formattingBlocks(details.columns)
    case .scripting: Topic.scriptingBlocks
    case .keys: Topic.keysBlocks(details.browserKeys)
    }
  }
}

extension Topic {
  private static var scriptingBlocks: [HelpBlock] {
    [
      .paragraph(
        "One command is one transaction: if any item is refused, nothing is saved, and the exit "
          + "status is that item's. With --keep-going the good items are saved, each is reported, "
          + "and the exit status is 1 if any was refused; a signal leaves the beginning of the list "
          + "saved and reported. Doing again what is done already is a success, reported as "
          + "unchanged."),
      .paragraph(
        "Where a command takes '-', it reads one item from each line of standard input. Blank "
          + "lines and lines that begin with '#' are skipped, and a line counts up to its first "
          + "tab, so that lists can be piped from one command into the next."),
      .paragraph(
        "Answers go to standard output, everything else to standard error. Questions are asked on "
          + "a terminal only: elsewhere, give --yes. --no-input never asks. --dry-run gives the "
          + "same answer and changes nothing. With --quiet a write that is done, and 'follows', "
          + "say nothing in text: the exit status does."),
    ] + linesOfScripts + [
      .paragraph(
        "After '--' every word is taken as it is, so that a text may begin with a dash. The value "
          + "of an option may begin with one anyway, unless it is itself an option of the command. "
          + "Of an option that is given twice, the last counts."),
      .table(
        "EXAMPLES",
        [
          .init("profilectl following --all | cut -f1", "The handles of all whom you follow."),
          .init(
            "profilectl friends ana --all | profilectl follow - --keep-going",
            "Follow all friends of ana."),
          .init("profilectl show ana --json", "One object to take apart with jq."),
          .init("profilectl post -- '- a list'", "A text that begins with a dash."),
        ]),
    ]
  }

  /// How `run` executes its lines.
  private static var linesOfScripts: [HelpBlock] {
    [
      .paragraph(
        "A script for 'run' has one command a line, without the program's name, in quotation marks "
          + "as in a shell; '#' begins a comment, and no line is ever given to a shell. 'login bob' "
          + "holds for the rest of the script. --db, and '-' for standard input, belong to the "
          + "line that runs it; 'browse', 'watch' and 'repl' are for people. An error says "
          + "FILE:LINE:, and the status is that line's."),
      .paragraph(
        "The first line that is refused ends the script, and what was done before it stays "
          + "done; a line that has its own --keep-going and was refused in part ends it with "
          + "status 1. 'run --atomic' undoes all lines when one is refused, even in part; a "
          + "database that was made for it stays, and is empty. 'run --keep-going' goes on and "
          + "ends with status 1 if any line was refused. Trouble with the database itself, such "
          + "as a full disk, ends both, with its own status. A predicate that says no is an "
          + "answer, and the script goes on; a 'doctor' that finds what it doesn't repair counts "
          + "as refused, under --atomic with status 65. What makes a file of its own, such as "
          + "'backup' or 'view --save', has no place under --atomic, because the file would stay."),
      .paragraph(
        "The summary counts the lines that asked for something: done are those that changed "
          + "something or only asked, unchanged those whose wish was so already, refused those that "
          + "were refused, if only in part, and undone those that were taken back. With --format "
          + "ndjson every write tells its items as it is on disk, and a line that was refused as a "
          + "whole is one item, with the line for its input; where --atomic undid all lines, there "
          + "is the summary alone."),
    ]
  }
}

extension Topic {
  private static var environmentBlocks: [HelpBlock] {
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

extension Topic {
  private static func formattingBlocks(_ columns: [HelpBlock.Row]) -> [HelpBlock] {
    [
      .paragraph(
        "A terminal gets cards and tables that fit its width, with times such as '3d'. Anything "
          + "else that reads a list gets one line for each item: fields between tabs, no header, "
          + "nothing cut, times in UTC."),
      .table(
        "FORMATS",
        [
          .init("text", "The above; it is the default."),
          .init("json", "One value: an array for a list, an object for a single thing."),
          .init("ndjson", "One object a line."),
          .init("csv", "Fields between commas, with a header."),
          .init("tsv", "Fields between tabs, with a header."),
          .init("svg", "The card and grid as a drawing; from 'show' only."),
          .init("html", "A page to keep; from 'show' only."),
        ]),
      .paragraph(
        "Keys in JSON are always all present and keep their order. --fields chooses some of them; on "
          + "a terminal it makes a list a table with a heading, fitted like the others. "
          + "A cursor is a place in a list: give it to --after to go on from there."),
      .paragraph(
        "In lines with fields between tabs, on a pipe and in tsv, \\n, \\r, \\t and \\\\ stand for a "
          + "line feed, a carriage return, a tab and a backslash that somebody wrote, and "
          + "\\u{202E} for a character that nobody would see or that would control a terminal, by its "
          + "number in Unicode. JSON has escapes of its own, and csv on a pipe has none."),
      .table("LINES OF LISTS ON A PIPE", columns),
      valueTable,
      .table(
        "TIMES",
        [
          .init("2026-05-01T09:30:00Z", "RFC 3339, with any offset and fraction."),
          .init("2026-05-01", "The first moment of that day in UTC."),
          .init("-3d", "Three days ago; s, m, h, d and w are understood, and + is ahead."),
        ]),
      .paragraph(
        "Control characters in what people wrote are shown as visible signs, and never reach the "
          + "terminal as they are."),
    ]
  }

  private static var valueTable: HelpBlock {
    .table(
      "VALUES",
      [
        .init(
          "user",
          "A handle: 1 to \(Handle.longest) of a-z, 0-9, '_' and '.', with no dot at either end. "
            + "Capitals are made small, and a leading '@' is dropped."),
        .init("name", "At most \(HelpBlock.grouped(NameRule.limit)) characters on one line."),
        .init("bio", "At most \(HelpBlock.grouped(BioRule.limit)) characters."),
        .init("text", "At most \(HelpBlock.grouped(PostTextRule.limit)) characters."),
        .init("alt", "At most \(HelpBlock.grouped(AltRule.limit)) characters."),
        .init("reason", "At most \(HelpBlock.grouped(ReasonRule.limit)) characters on one line."),
        .init("id", "The number of a post, as lists show it."),
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

extension Topic {
  private static func exitCodeBlocks(_ statuses: [HelpBlock.Row]) -> [HelpBlock] {
    [
      .paragraph(
        "Every command ends with one of these. In brackets stand the codes that errors have with "
          + "--json, where an error is one object on standard error."),
      .table("STATUSES", statuses),
    ]
  }
}
