extension ImportFormat {
  /// Lists of accounts that the owner follows, as Mastodon exports and imports them.
  static let accounts = ImportFormat(
    name: "accounts", fitsBeginning: AccountList.fits,
    read: { try AccountList.read($0, $1, areFollowers: false) })

  /// The same list read the other way round: accounts that follow the owner.
  static let followers = ImportFormat(
    name: "followers", read: { try AccountList.read($0, $1, areFollowers: true) })
}

/// A list of accounts, one a line, or a table whose first column is `Account address`.
enum AccountList {
  fileprivate static func fits(_ head: FileBeginning) -> Bool {
    guard let first = head.lines.first else { return false }
    if first.hasPrefix("Account address") { return true }
    return head.lines.allSatisfy { line in
      !line.isEmpty && line.count <= 300 && line.filter { $0 == "@" }.count <= 2
        && line.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "@._-".contains($0)) }
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
    var rows = TableReader(try tree.open(name), of: tree.place(of: name), separator: ",")
    var isFirst = true
    while let row = try rows.next() {
      let isHeader = isFirst && row[0].hasPrefix("Account address")
      isFirst = false
      if isHeader || row[0].isEmpty { continue }
      let account = PersonName(account: row[0])
      let person = account ?? PersonName(handle: String(row[0].drop { $0 == "@" }))
      guard account != nil || !row[0].dropFirst().contains("@") else {
        try session.refuse(.follows, RecordRefusal(rows.place, .badRecord, row[0]))
        continue
      }
      if areFollowers {
        try session.follow(from: person, to: nil, at: rows.place)
      } else {
        try session.follow(from: nil, to: person, at: rows.place)
      }
    }
  }
}
