internal import Model
internal import SQLText
internal import SQLite

/// Reads a user and their relation to the viewer from `users AS u`.
struct ProfileRow {
  /// User numbers begin at 1, so 0 means no viewer.
  private let me: Int64
  private let isShared: Bool

  init(for viewer: User.ID?, on connection: Connection) throws {
    me = viewer?.number ?? 0
    isShared = try connection.isShared
  }

  func profile(_ row: inout ResultRow) -> Profile {
    Profile(
      user: User(
        id: row["u.id"],
        handle: row["u.username"],
        name: row["u.name"],
        bio: row["u.bio"],
        counts: Counts(
          posts: row["u.post_count"], followers: row["u.follower_count"],
          following: row["u.following_count"], likes: row["u.like_count"]),
        createdAt: row["u.created_at"],
        avatar: image("u.avatar", &row),
        banner: image("u.banner", &row),
        lastingName: isShared
          ? row[optional: "(SELECT name FROM shared_users WHERE user_id = u.id)"] : nil,
      ),
      relation: Relation(
        isMe: row["u.id = \(me)"],
        isFollowed: row[
          """
          EXISTS (
            SELECT 1 FROM follows \(Follows.byFollower) WHERE follower = \(me) AND followee = u.id)
          """],
        followsYou: row[
          """
          EXISTS (
            SELECT 1 FROM follows \(Follows.byFollower) WHERE follower = u.id AND followee = \(me))
          """],
        isMuted: row["EXISTS (SELECT 1 FROM mutes WHERE muter = \(me) AND muted = u.id)"]),
    )
  }

  private func image(_ picture: Name, _ row: inout ResultRow) -> Image? {
    Image(facts: row["(SELECT \(Image.facts) FROM pictures WHERE id = \(picture))"])
  }

  func entry(_ row: inout ResultRow) -> Entry<Profile> {
    let profile = profile(&row)
    return Entry(profile, at: Cursor(.user, profile.user.id.number))
  }
}

extension Image {
  /// The facts of a picture in one value.
  static let facts: SQL = "width || ' ' || height || ' ' || bytes || ' ' || lower(hex(hash))"

  /// Nil for the empty text, which stands for NULL.
  init?(facts: String) {
    let parts = facts.split(separator: " ")
    guard parts.count == 4, let width = Int(parts[0]), let height = Int(parts[1]),
      let bytes = Int(parts[2])
    else { return nil }
    self.init(width: width, height: height, bytes: bytes, hash: String(parts[3]))
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
