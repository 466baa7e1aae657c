internal import SQLText

extension PageFile {
  /// Checks the schema in the pages, like `Connection.schemaVersion`.
  @discardableResult
  func checkSchema(as identity: DatabaseIdentity) throws -> SchemaVersion {
    guard let header = page(1).flatMap({ FileHeader($0) }), header.hasReadableSchema else {
      throw DatabaseError.damaged
    }
    var comparison = SchemaComparison(with: try identity.schema(at: header.version))
    let isWhole = try TreeWalk(self, unless: nil).rows(ofTreeAt: 1, isTable: true) { row in
      guard !row.isOfAnalysis else { return }
      var name = ""
      if row.values.count == 5, case .text(let text) = row.values[1] { name = text }
      comparison.take(named: name) { $0.isHeld(by: row) }
    }
    guard isWhole else { throw DatabaseError.damaged }
    guard comparison.isEqual else { throw DatabaseError.tampered }
    return SchemaVersion(number: header.version, cookie: header.schemaCookie)
  }

  /// Whether the file belongs to this application and its schema has more than `identity`.
  ///
  /// More is a newer version, an unknown name, or a longer statement.
  package func hasMore(than identity: DatabaseIdentity) throws -> Bool {
    guard isMarked(as: identity), let header = page(1).flatMap({ FileHeader($0) }) else {
      return false
    }
    guard let expected = try? identity.schema(at: header.version) else { return true }
    var missing = Set(expected.map(\.name))
    var (hasUnknown, hasLonger) = (false, false)
    _ = try TreeWalk(self, unless: nil).rows(ofTreeAt: 1, isTable: true) { row in
      guard !row.isOfAnalysis, row.values.count == 5 else { return }
      guard let known = expected.first(where: { row.values[1] == .text($0.name) }) else {
        return hasUnknown = true
      }
      missing.remove(known.name)
      if row.values[4].isLonger(than: known.sql) { hasLonger = true }
    }
    // If a known name is missing, the unknown name is probably its damaged form.
    return hasLonger || hasUnknown && missing.isEmpty
  }
}

extension FoundRow {
  fileprivate var isOfAnalysis: Bool {
    values.count == 5 && values[0] == .text("table")
      && (values[1] == .text("sqlite_stat1") || values[1] == .text("sqlite_stat4"))
  }
}

extension SQLValue {
  fileprivate func isLonger(than text: String) -> Bool {
    if case .text(let own) = self { own.utf8.count > text.utf8.count } else { false }
  }
}

extension PageFile {
  /// Whether the first page has the application ID.
  package func isMarked(as identity: DatabaseIdentity) -> Bool {
    page(1).flatMap { FileHeader($0) }?.isMarked(as: identity) == true
  }
}

extension SchemaObject {
  /// Whether a row of the schema has the same bytes.
  fileprivate func isHeld(by row: FoundRow) -> Bool {
    guard row.values.count == 5 else { return false }
    return zip([0, 1, 2, 4], [type, name, table, sql]).allSatisfy { column, text in
      row.values[column] == .text(text) || (text.isEmpty && row.values[column] == .null)
    }
  }
}
