import Browser
import CommandLine
import Rendering

extension HelpDetails {
  /// The details of this program, from the tables that the program itself uses.
  static var ofProgram: HelpDetails {
    HelpDetails(
      date: Version.date, statuses: statuses, columns: columns, browserKeys: browserKeys)
  }

  private static var statuses: [HelpBlock.Row] {
    ExitStatus.allCases.map { status in
      let codes = ErrorCode.allCases.filter { $0.status == status }.map(\.rawValue)
      let note = codes.isEmpty ? "" : " [\(codes.joined(separator: ", "))]"
      return HelpBlock.Row(String(status.rawValue), status.meaning + note)
    }
  }

  private static var columns: [HelpBlock.Row] {
    let lists: [(String, RecordKind)] = [
      ("users", .user), ("posts", .post), ("notifications", .notice), ("tags", .hashtag),
      ("suggestions", .suggestion), ("flags", .flag),
    ]
    return lists.map { .init($0, $1.columns.joined(separator: ", ")) } + [
      .init("writes", "The handle or the number of the post, and the result.")
    ]
  }

  private static var browserKeys: [HelpBlock] {
    KeyTable.groups.map { group in
      .table(
        group.title.string.uppercased(),
        group.bindings.map { .init($0.label.string, $0.meaning.string) })
    }
  }
}
