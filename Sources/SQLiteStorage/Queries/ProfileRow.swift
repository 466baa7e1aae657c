internal import Model
internal import SQLText
internal import SQLite

/// Reads a user and their relation to the viewer from a row.
enum ProfileRow {
  /// The columns of `users AS u`.
  ///
  /// User numbers begin at 1, so 0 stands for a missing viewer.
  static func columns(for viewer: User.ID?) -> SQL {
    let me = viewer?.number ?? 0
    return """
      u.id, u.username, u.name, u.bio, u.post_count, u.follower_count, u.following_count,
      u.like_count, u.created_at, u.id = \(me),
      EXISTS (
        SELECT 1 FROM follows \(Follows.byFollower) WHERE follower = \(me) AND followee = u.id),
      EXISTS (
        SELECT 1 FROM follows \(Follows.byFollower) WHERE follower = u.id AND followee = \(me)),
      EXISTS (SELECT 1 FROM mutes WHERE muter = \(me) AND muted = u.id),
      \(picture("u.avatar")), \(picture("u.banner"))
      """
  }

  /// The facts of a picture in one value; NULL without a picture.
  private static func picture(_ number: SQL) -> SQL {
    """
    (SELECT width || ' ' || height || ' ' || bytes || ' ' || lower(hex(hash)) FROM pictures
      WHERE id = \(number))
    """
  }

  private static func image(_ row: borrowing Row, _ column: Int) -> Image? {
    let parts = row.optionalText(column)?.split(separator: " ") ?? []
    guard parts.count == 4, let width = Int(parts[0]), let height = Int(parts[1]),
      let bytes = Int(parts[2])
    else { return nil }
    return Image(width: width, height: height, bytes: bytes, hash: String(parts[3]))
  }

  /// The number of columns, for statements that read more after them.
  static let count = 15

  /// Reads the columns that begin at `first`.
  static func profile(_ row: borrowing Row, from first: Int = 0) -> Profile {
    Profile(
      user: User(
        id: User.ID(row.int64(first)),
        handle: Handle(stored: row.text(first + 1)),
        name: row.text(first + 2),
        bio: row.text(first + 3),
        counts: Counts(
          posts: row.int(first + 4), followers: row.int(first + 5),
          following: row.int(first + 6), likes: row.int(first + 7)),
        createdAt: row.moment(first + 8),
        avatar: image(row, first + 13),
        banner: image(row, first + 14),
      ),
      relation: Relation(
        isMe: row.bool(first + 9), isFollowed: row.bool(first + 10),
        followsYou: row.bool(first + 11), isMuted: row.bool(first + 12)),
    )
  }

  static func entry(_ row: borrowing Row) -> Entry<Profile> {
    let profile = profile(row)
    return Entry(profile, at: Cursor(.user, profile.user.id.number))
  }
}

/// The index that answers whether one user follows another: the primary key of the table.
enum Follows {
  static let byFollower: SQL = "INDEXED BY sqlite_autoindex_follows_1"
}

extension Row {
  /// A time within the storable range: a damaged file may hold any number.
  borrowing func moment(_ column: Int) -> Moment {
    let storable = Moment.storable
    return min(max(Moment(microseconds: int64(column)), storable.lowerBound), storable.upperBound)
  }
}
