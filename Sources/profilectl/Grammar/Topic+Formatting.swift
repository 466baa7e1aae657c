import Model
import Rendering

extension Topic {
  static var formattingBlocks: [HelpBlock] {
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
      columnTable,
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

  private static var columnTable: HelpBlock {
    let lists: [(String, RecordKind)] = [
      ("users", .user), ("posts", .post), ("suggestions", .suggestion), ("flags", .flag),
    ]
    return .table(
      "LINES OF LISTS ON A PIPE",
      lists.map { .init($0, $1.columns.joined(separator: ", ")) } + [
        .init("what was done", "The handle or the number of the post, and the result.")
      ])
  }

  private static var valueTable: HelpBlock {
    .table(
      "VALUES",
      [
        .init(
          "user",
          "A handle: 1 to \(Handle.longest) of a-z, 0-9, '_' and '.', with no dot at either end. "
            + "Capitals are made small, and a leading '@' is dropped."),
        .init("name", "At most \(Magnitude.exact(NameRule.limit)) characters on one line."),
        .init("bio", "At most \(Magnitude.exact(BioRule.limit)) characters."),
        .init("text", "At most \(Magnitude.exact(PostTextRule.limit)) characters."),
        .init("alt", "At most \(Magnitude.exact(AltRule.limit)) characters."),
        .init("reason", "At most \(Magnitude.exact(ReasonRule.limit)) characters on one line."),
        .init("id", "The number of a post, as lists show it."),
      ])
  }
}
