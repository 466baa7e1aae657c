internal import SQLText

/// The migration from version 3: the columns that were called `user`.
///
/// Indexes keep their names: a new one would move trees, which the salvage of a file without a
/// schema finds by their place.
enum MigrationTo4 {
  static let statements: [SQL] = [
    "ALTER TABLE likes RENAME COLUMN user TO liker",
    "ALTER TABLE bookmarks RENAME COLUMN user TO reader",
    "ALTER TABLE mentions RENAME COLUMN user TO mentioned",
    "ALTER TABLE read_marks RENAME COLUMN user TO reader",
    "ALTER TABLE origins RENAME COLUMN user TO owner",
  ]
}
