internal import SQLite

/// What an error of SQLite says about the file and the statement; `DatabaseError` says what it
/// means for the disk.
extension SQLiteError {
  /// Whether the file is to blame, and not the disk or the statement.
  ///
  /// A damaged value can be too large to be read, and FTS5 has no code of its own for tables of its
  /// that are not what it wrote; nor for words to be searched that it can't read, which are not the
  /// file's fault. A table is gone where somebody emptied the file meanwhile. No version of SQLite
  /// has written a format of schemas that is not supported.
  var tellsOfDamage: Bool {
    switch code.primary {
    case .corrupt, .notADatabase, .tooBig, .mismatch: true
    case .error:
      [
        "fts5 file format", "no such fts5 table", "no such table", "vtable constructor failed",
        "unsupported file format",
      ].contains(where: message.contains)
    default: false
    }
  }

  /// Whether a statement of ours could not keep a rule of the schema, or met damage.
  ///
  /// Deeds keep all constraints; one that breaks means that the file breaks it already.
  var tellsOfBrokenRules: Bool { tellsOfDamage || code.primary == .constraint }

  /// Whether the statement that somebody wrote is to blame, and not the file or the disk.
  var isAboutTheQuery: Bool {
    [.error, .notAuthorized, .tooBig, .misuse, .mismatch].contains(code.primary)
  }
}
