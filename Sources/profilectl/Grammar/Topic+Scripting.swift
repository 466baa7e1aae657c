extension Topic {
  static var scriptingBlocks: [HelpBlock] {
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

  /// What `run` makes of its lines.
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
