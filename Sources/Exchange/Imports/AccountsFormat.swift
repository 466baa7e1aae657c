extension ImportFormat {
  /// Lists of accounts that the owner follows, as Mastodon exports and imports them.
  static let accounts = ImportFormat(
    name: "accounts", fitsBeginning: AccountList.fits,
    read: { try AccountList.read($0, $1, areFollowers: false) })

  /// Lists of accounts that follow the owner, in the same format.
  static let followers = ImportFormat(
    name: "followers", fitsBeginning: AccountList.fits, isDetected: false,
    read: { try AccountList.read($0, $1, areFollowers: true) })
}

/// A list of accounts, one a line, or a table whose first column is `Account address`.
enum AccountList {
  /// Whether a file begins with the header of Mastodon.
  static func hasHeader(_ head: FileBeginning) -> Bool {
    head.lines.first?.hasPrefix("Account address") == true
  }

  fileprivate static func fits(_ head: FileBeginning) -> Bool {
    if head.lines.isEmpty { return false }
    return hasHeader(head)
      // The decoder writes U+FFFD for bytes that the reader refuses.
      || head.lines.allSatisfy { line in
        !line.isEmpty && line.count <= 300 && line.filter { $0 == "@" }.count <= 2
          && line.allSatisfy { $0.isLetter || $0.isNumber || "@._-\u{FFFD}".contains($0) }
      }
  }

  fileprivate static func read(
    _ tree: any InputTree, _ session: ImportSession, areFollowers: Bool
  ) throws {
    if tree.names.isEmpty { return }
    try session.requireOwner()
    for name in tree.names { try read(name, of: tree, session, areFollowers: areFollowers) }
  }

  /// Takes each account of one file of a tree.
  static func read(
    _ name: String, of tree: any InputTree, _ session: ImportSession, areFollowers: Bool
  ) throws {
    var rows = TableReader(try tree.open(name), of: tree.path(of: name), separator: ",")
    var isFirst = true
    while let row = try rows.next(refusing: { try session.refuse(.follows, $0) }) {
      session.position = rows.place
      if row[0].hasPrefix("#") {
        try session.skip(.comment, row.joined(separator: ","))
        continue
      }
      let isHeader = isFirst && row[0].hasPrefix("Account address")
      isFirst = false
      if isHeader || row[0].isEmpty { continue }
      guard let person = person(row[0]) else {
        try session.refuse(.follows, .badRecord, row[0])
        continue
      }
      if areFollowers {
        try session.follow(from: person, to: nil)
      } else {
        try session.follow(from: nil, to: person)
      }
    }
  }

  /// The person of `[@]name[@domain]`; nil for other words.
  private static func person(_ words: String) -> PersonName? {
    if words.contains(where: \.isWhitespace) { return nil }
    let name = words.drop { $0 == "@" }
    if name.isEmpty { return nil }
    return name.contains("@") ? PersonName(account: words) : PersonName(handle: String(name))
  }
}
