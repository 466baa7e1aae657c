internal import Model
internal import Postgres
internal import SQLText

/// The users whose followers are counted in slots too, and the number of their slots.
///
/// A transaction that changes a row keeps others from changing it until its commit. Rows of
/// `count_slots` add up to the count, so that several users can follow one at the same time.
typealias FollowerSlots = [User.ID: Int64]

extension FollowerSlots {
  /// The statement that moves the count of a user because of one follower; nil without slots.
  ///
  /// All follows and unfollows of one follower meet in one slot.
  func move(_ user: User.ID, by delta: Int, of follower: User.ID) -> SQL? {
    self[user].map { slots in
      """
      INSERT INTO profilectl.count_slots AS s (owner, slot, followers)
      VALUES (\(user), \(follower.number % slots), \(delta))
      ON CONFLICT (owner, slot) DO UPDATE SET followers = s.followers + excluded.followers
      """
    }
  }
}

extension PostgresWriting {
  private static let slots = 64
  /// Users with fewer followers get no slots, which cost readers a statement.
  private static let fewestFollowers = 1_000
  private static let longestWait = Duration.milliseconds(50)

  /// Gives slots to a user, if this transaction has waited long for the row of that user.
  ///
  /// The slots are never removed. A transaction that read the row earlier changes the row instead,
  /// and the sum stays right.
  func addSlots(to user: User.ID, afterWaiting wait: Duration) throws {
    if wait < PostgresWriting.longestWait { return }
    try session.run(
      """
      UPDATE profilectl.users SET slots = \(PostgresWriting.slots)
      WHERE id = \(user) AND slots = 0 AND follower_count >= \(PostgresWriting.fewestFollowers)
      """)
  }
}
