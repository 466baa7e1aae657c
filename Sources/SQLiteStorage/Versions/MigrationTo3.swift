internal import SQLText
internal import SQLite

/// The migration from version 2: the origins of imported users and posts.
enum MigrationTo3 {
  static let statements = SchemaVersion3.added.compactMap(\.statement)

  /// Marks all old posts as seen for users without a mark in their timeline.
  ///
  /// A post dated ahead becomes new when its time comes.
  static func fill(_ connection: Connection) throws {
    try connection.run(
      """
      INSERT INTO read_marks (reader, at)
      SELECT id, newest FROM users CROSS JOIN (
        SELECT max(at) AS newest FROM posts WHERE at <= (unixepoch() + 1) * 1000000
      ) WHERE newest > 0
      ON CONFLICT (reader) DO UPDATE SET at = excluded.at WHERE read_marks.at = 0
      """)
  }
}
