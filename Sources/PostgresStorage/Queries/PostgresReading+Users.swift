internal import Model
internal import Postgres
internal import SQLText
internal import Storage

/// Users, as one viewer sees them.
extension PostgresReading {
  func userID(ifAny handle: Handle) throws -> User.ID? {
    try session.value("SELECT id FROM profilectl.handles WHERE username = \(handle)")
  }

  func isUser(_ id: User.ID, createdAt: Moment) throws -> Bool {
    try session.hasRow(
      "SELECT 1 FROM profilectl.users WHERE id = \(id) AND created_at = \(createdAt)")
  }

  func profile(of id: User.ID, for viewer: User.ID?) throws -> Entry<Profile>? {
    try rows(for: viewer).profiles([id.number])[id.number].map {
      Entry($0, at: Cursor(.user, id.number))
    }
  }

  func rows(for viewer: User.ID?) -> ProfileRows {
    ProfileRows(session: session, viewer: viewer)
  }

  func nearestHandle(to handle: Handle) throws -> Handle? {
    for length in [2, 1] {
      let prefix = String(handle.text.prefix(length))
      let handles: [String] = try session.values(
        """
        SELECT username FROM profilectl.handles
        WHERE username >= \(prefix) AND username < \(prefix + "~") ORDER BY username LIMIT 500
        """
      ).filter(Handle.accepts)
      if let near = SpellingSuggestion.nearest(to: handle.text, among: handles) {
        return Handle(stored: near)
      }
    }
    return nil
  }

  // MARK: Lists

  func users(for viewer: User.ID?, _ request: PageRequest) throws -> Page<Profile> {
    let keyset = try Keyset(request, by: .user, .ascending)
    let ids: [Int64] = try session.values(
      """
      SELECT id FROM profilectl.users
      WHERE id <> \(viewer?.number ?? 0) AND id \(keyset.isBeyond) \(keyset.key())
      ORDER BY id \(keyset.direction) LIMIT \(keyset.rowLimit)
      """)
    return try page(of: ids, keyset, for: viewer)
  }

  func users(
    matching words: SearchWords, for viewer: User.ID?, _ request: PageRequest
  ) throws -> Page<Profile> {
    let keyset = try Keyset(request, by: .user, .ascending)
    var found: [Int64] = []
    try matching(UserSearch(words), besides: viewer, keyset) { ids in
      found += ids
      return found.count <= keyset.limit
    }
    return try page(of: found, keyset, for: viewer)
  }

  func userCount(besides viewer: User.ID?) throws -> Int {
    let all = try number("SELECT count(*) FROM profilectl.users")
    return viewer == nil ? all : all - 1
  }

  func userCount(matching words: SearchWords, besides viewer: User.ID?) throws -> Int {
    let search = UserSearch(words)
    if !search.needsText, let query = search.query {
      return try number(
        """
        SELECT count(*) FROM profilectl.users
        WHERE words @@ \(query)::tsquery AND id <> \(viewer?.number ?? 0)
        """)
    }
    let keyset = try Keyset(PageRequest(limit: 1_000), by: .user, .ascending)
    var count = 0
    try matching(search, besides: viewer, keyset) { ids in
      count += ids.count
      return true
    }
    return count
  }

  /// Gives the users that a search finds in batches, while `take` wants more.
  private func matching(
    _ search: UserSearch, besides viewer: User.ID?, _ keyset: Keyset,
    _ take: ([Int64]) -> Bool
  ) throws {
    guard let query = search.query else { return }
    var batch = keyset
    while true {
      let found = try session.all {
        """
        SELECT \($0) FROM profilectl.users
        WHERE words @@ \(query)::tsquery AND id <> \(viewer?.number ?? 0)
          AND id \(batch.isBeyond) \(batch.key())
        ORDER BY id \(batch.direction) LIMIT \(batch.rowLimit)
        """
      } as: { row -> (id: Int64, isFound: Bool) in
        (row["id"], search.confirms(handle: row["username"], name: row["name"]))
      }
      let isWanted = take(found.filter(\.isFound).map(\.id))
      guard isWanted, found.count == batch.rowLimit, let last = found.last else { return }
      batch = keyset.after(Cursor(.user, last.id), limit: min(batch.limit * 2, 1_000))
    }
  }

  private func page(
    of ids: [Int64], _ keyset: Keyset, for viewer: User.ID?
  ) throws -> Page<Profile> {
    let ids = Array(ids.prefix(keyset.rowLimit))
    let profiles = try rows(for: viewer).profiles(ids)
    return try keyset.page(
      ids.compactMap { id in profiles[id].map { Entry($0, at: Cursor(.user, id)) } })
  }
}

/// The words by which users are searched, as a query over their lexemes.
private struct UserSearch {
  private var names = WordSearch()
  /// The beginning of a handle, if one word alone is looked for.
  private var handle: WordSearch.Phrase?

  init(_ search: SearchWords) {
    for word in search.words {
      names.require(.init(String(word), isPrefix: true, joining: WordIndex.joining))
    }
    guard search.words.count == 1, let word = search.words.first else { return }
    let name = word.first == "@" ? word.dropFirst() : word
    let phrase = WordSearch.Phrase(String(name), isPrefix: true, joining: WordIndex.joining)
    // A handle is one word.
    if phrase.words.count == 1 { handle = phrase }
  }

  var needsText: Bool { names.needsText }

  var query: String? {
    let parts = [names.query.map { "(\($0))" }, handle.map { $0.query(sign: "@") }]
    let known = parts.compactMap(\.self)
    return known.isEmpty ? nil : known.joined(separator: " | ")
  }

  func confirms(handle text: String, name: String) -> Bool {
    if let word = handle?.words.first, text.utf8.starts(with: word.utf8) { return true }
    return names.holds(name, joining: WordIndex.joining)
  }
}
