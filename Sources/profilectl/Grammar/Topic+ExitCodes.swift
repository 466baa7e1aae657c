extension Topic {
  /// Derived from the table that failures take their status from.
  static var exitCodeBlocks: [HelpBlock] {
    let rows = ExitStatus.allCases.map { status in
      let codes = ErrorCode.allCases.filter { $0.status == status }.map(\.rawValue)
      let note = codes.isEmpty ? "" : " [\(codes.joined(separator: ", "))]"
      return HelpBlock.Row(String(status.rawValue), status.meaning + note)
    }
    return [
      .paragraph(
        "Every command ends with one of these. In brackets stand the codes that errors have with "
          + "--json, where an error is one object on standard error."),
      .table("STATUSES", rows),
    ]
  }
}
