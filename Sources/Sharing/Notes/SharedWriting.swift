package import Model
package import Storage

/// The changes of a shared network: it does what the engine does, and notes what travels in the
/// same transaction.
package struct SharedWriting: Writing {
  private let base: any MergeTarget
  private let notes: DeedNotes

  package init(_ base: any MergeTarget, _ notes: DeedNotes) {
    (self.base, self.notes) = (base, notes)
  }

  package var reading: any Reading { base.reading }
  package var engine: any Writing { base }
  package var isOpen: Bool { base.isOpen }

  package func savepoint<Value>(_ body: () throws -> Value) throws -> Value {
    try base.savepoint(body)
  }

  // MARK: Users

  package func insert(_ draft: UserDraft) throws -> User.ID {
    let id = try base.insert(draft)
    try notes.add(id)
    return id
  }

  package func update(_ id: User.ID, with changes: ProfileChanges) throws {
    try notes.requireActor(id)
    try base.update(id, with: changes)
    guard let row = try notes.tables.profile(id) else { return }
    var change = ProfileChange()
    if changes.handle != nil { change.handle = row.handle }
    if changes.name != nil { change.name = row.name }
    if changes.bio != nil { change.bio = row.bio }
    if !changes.avatar.isKeep { change.avatar = try notes.pictureChange(row.avatar) }
    if !changes.banner.isKeep { change.banner = try notes.pictureChange(row.banner) }
    try notes.change(id, change)
  }

  package func delete(_ id: User.ID) throws {
    try notes.remove(id)
    try base.delete(id)
  }

  // MARK: Posts

  package func insert(
    _ draft: PostDraft, by author: User.ID, answering: PostKey?, quoting: PostKey?
  ) throws -> Post.ID {
    try notes.requireActor(author)
    let id = try base.insert(draft, by: author, answering: answering, quoting: quoting)
    if !draft.isPrivate { try notes.add(id) }
    return id
  }

  package func insertRepost(
    of post: PostKey, by author: User.ID, at now: Moment
  ) throws -> Post.ID? {
    try notes.requireActor(author)
    let id = try base.insertRepost(of: post, by: author, at: now)
    if let id, let row = try notes.tables.content(of: id) {
      try notes.changeRepost(of: post.id, by: author, at: row.at)
    }
    return id
  }

  package func deleteRepost(of post: PostKey, by author: User.ID) throws -> Bool {
    try notes.requireActor(author)
    guard try base.deleteRepost(of: post, by: author) else { return false }
    try notes.changeRepost(of: post.id, by: author, at: nil)
    return true
  }

  package func update(_ post: PostKey, with changes: PostChanges, at now: Moment) throws {
    try notes.requireActor(post.author)
    let before = try notes.tables.content(of: post.id)
    try base.update(post, with: changes, at: now)
    let after = try notes.tables.content(of: post.id)
    if before?.text != after?.text || before?.alt != after?.alt { try notes.edit(post.id) }
  }

  package func delete(_ post: PostKey) throws {
    if let repeated = post.reposts {
      try notes.changeRepost(of: repeated, by: post.author, at: nil)
    } else {
      try notes.delete(post)
    }
    try base.delete(post)
  }

  package func deleteFlags(of post: Post.ID) throws -> Bool {
    guard try base.deleteFlags(of: post) else { return false }
    try notes.settle(post)
    return true
  }

  // MARK: Edges

  package func insert(_ edge: Edge, reason: Reason?, at now: Moment) throws -> Bool {
    try notes.requireActor(edge.source)
    guard try base.insert(edge, reason: reason, at: now) else { return false }
    let at = try notes.tables.time(of: edge)
    try notes.change(edge, at: at, reason: reason?.string)
    return true
  }

  package func delete(_ edge: Edge) throws -> Bool {
    try notes.requireActor(edge.source)
    guard try base.delete(edge) else { return false }
    try notes.change(edge, at: nil)
    return true
  }

  // MARK: Marks and thumbnails, which stay in their copy

  package func move(_ mark: ReadMark, of user: User.ID, to moment: Moment) throws {
    try base.move(mark, of: user, to: moment)
  }

  package func takeBack(
    _ mark: ReadMark, of user: User.ID, from moment: Moment, to before: Moment?
  ) throws {
    try base.takeBack(mark, of: user, from: moment, to: before)
  }

  package func noteLate(_ mark: ReadMark, at times: [Moment], of user: User.ID) throws {
    try base.noteLate(mark, at: times, of: user)
  }

  package func keep(_ copies: PictureCopies, of hash: String) throws {
    try base.keep(copies, of: hash)
  }

  package func markUndecodable(_ hash: String) throws { try base.markUndecodable(hash) }

  package func clearThumbnails() throws -> ClearedCache { try base.clearThumbnails() }

  // MARK: Whole networks

  package func load(_ network: any PlannedNetwork, _ report: @escaping LoadReport) throws {
    let before = try reading.rows.lastNumbers()
    try base.load(network, report)
    try RowNotes.noteAll(notes, after: before, upTo: reading.rows.lastNumbers())
  }

  package func importing(continuing: Bool) throws -> any NetworkImport {
    SharedImport(try base.importing(continuing: continuing), notes)
  }
}
