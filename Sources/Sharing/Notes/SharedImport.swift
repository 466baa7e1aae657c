internal import Model
internal import Storage

/// An import into a shared network.
final class SharedImport: NetworkImport {
  private let base: any NetworkImport
  private let noteAll: () throws -> Void

  init(_ base: any NetworkImport, noteAll: @escaping () throws -> Void) {
    (self.base, self.noteAll) = (base, noteAll)
  }

  func user(_ key: UserLookup) throws -> User.ID? { try base.user(key) }
  func details(of user: User.ID) throws -> KnownUser? { try base.details(of: user) }
  func add(_ user: ImportedUser) throws -> User.ID { try base.add(user) }
  func change(_ user: User.ID, _ changes: UserChanges) throws -> Bool {
    try base.change(user, changes)
  }
  func post(_ key: PostLookup) throws -> (id: Post.ID, digest: Int64?)? { try base.post(key) }
  func details(of post: Post.ID) throws -> KnownPost? { try base.details(of: post) }
  func add(_ post: ImportedPost) throws -> (id: Post.ID, at: Moment) { try base.add(post) }
  func change(
    _ post: KnownPost, text: PostText, alt: AltText?, mentions: [User.ID]?, at moment: Moment
  ) throws {
    try base.change(post, text: text, alt: alt, mentions: mentions, at: moment)
  }
  func stage(_ row: StagedRow) throws -> Bool { try base.stage(row) }

  /// Each settled batch is noted, because a later one may be cut off.
  func settle(isLast: Bool, marksSeen: Bool) throws -> SettledRows {
    let settled = try base.settle(isLast: isLast, marksSeen: marksSeen)
    try noteAll()
    return settled
  }
}
