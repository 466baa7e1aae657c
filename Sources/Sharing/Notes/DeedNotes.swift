internal import Crypto
package import Model
package import Storage

/// Notes the changes of this copy as deeds, which the next exchange signs.
package final class DeedNotes {
  let target: any MergeTarget
  let tables: SharedTables
  let sharing: StoredSharing
  let keyring: Keyring
  let clock: () -> Moment
  private let acting: () -> Viewer
  private var keys: [LastingName: MachineKey?] = [:]
  private var signers: [LastingName: DeedSigner] = [:]
  private let clocks: DeedClocks

  /// Who signs a deed.
  private struct DeedSigner {
    let key: MachineKey
    /// The user for whom a keeper vouches.
    let vouchedFor: LastingName?
  }

  /// `acting` is called if several keepers' keys are here.
  package init(
    into target: any MergeTarget, keys folder: String, clock: @escaping () -> Moment,
    acting: @escaping () -> Viewer = { .nobody }
  ) throws {
    self.target = target
    (self.clock, self.acting) = (clock, acting)
    tables = SharedTables(target.reading.rows)
    guard try target.reading.isShared, let sharing = try tables.sharing() else {
      throw StorageError.sharing(.notShared)
    }
    self.sharing = sharing
    keyring = Keyring(folder, of: sharing.network)
    clocks = DeedClocks(tables, keyring)
  }

  // MARK: Signers

  /// A key of the user on this machine that no revocation takes away.
  func key(of user: LastingName) throws -> MachineKey? {
    if let known = keys[user] { return known }
    let key = try keyring.validKey(of: user, tables)?.key
    keys[user] = key
    return key
  }

  /// The key of the acting keeper, else of the first keeper on this machine by handle.
  func keeper() throws -> MachineKey {
    guard let keeper = try keeperIfAny() else { throw StorageError.sharing(.notKeeper) }
    return keeper
  }

  /// Nil on a machine without a keeper's key.
  func keeperIfAny() throws -> MachineKey? {
    let keepers = try tables.keys().filter { $0.isKeeper && !$0.isInvitation && !$0.isRevoked }
    var found: [(handle: Handle, key: MachineKey)] = []
    for keeper in keepers {
      guard let key = try key(of: keeper.signer), key.bytes == keeper.signingKey else { continue }
      found.append((try handle(of: keeper.signer), key))
    }
    let actor = found.count > 1 ? try actor() : nil
    let own = found.first { $0.key.user == actor } ?? found.min { $0.handle < $1.handle }
    return own?.key
  }

  private func actor() throws -> LastingName? {
    switch acting() {
    case .nobody: nil
    case .named(let handle), .preset(let handle):
      try target.reading.userID(ifAny: handle).flatMap { try tables.user($0)?.name }
    case .loggedIn(let id, _): try tables.user(id)?.name
    }
  }

  private func handle(of user: LastingName) throws -> Handle {
    let row = try tables.user(named: user).flatMap { try tables.profile($0.user) }
    return row?.handle ?? Handle(stored: "")
  }

  /// The user's own key, or that of a keeper for a user who has none.
  private func signer(for user: LastingName) throws -> DeedSigner {
    if let known = signers[user] { return known }
    let signer: DeedSigner
    if let key = try key(of: user) {
      signer = DeedSigner(key: key, vouchedFor: nil)
    } else {
      let hasKey = try tables.keys(of: user).contains { !$0.isInvitation && !$0.isRevoked }
      guard !hasKey, let keeper = try keeperIfAny() else {
        throw StorageError.sharing(.noKey(of: try handle(of: user), network: sharing.name))
      }
      signer = DeedSigner(key: keeper, vouchedFor: user)
    }
    signers[user] = signer
    return signer
  }

  /// Throws unless this machine may act as a user.
  func requireActor(_ user: User.ID) throws { _ = try signer(for: name(of: user)) }

  // MARK: Notes

  /// Notes a change by a user; returns the line of the deed.
  @discardableResult func note(
    _ act: Deed.Act, by user: LastingName, words: Words? = nil
  ) throws -> (line: [UInt8], isVouched: Bool) {
    let signer = try signer(for: user)
    return (try add(act, by: signer, words: words), signer.vouchedFor != nil)
  }

  /// Notes a change that a keeper makes as themself.
  func noteAsKeeper(_ act: Deed.Act) throws {
    try add(act, by: DeedSigner(key: try keeper(), vouchedFor: nil))
  }

  /// Notes a change that a keeper makes for a user, with a clock not before another.
  func vouch(_ act: Deed.Act, for user: LastingName, from earliest: Int64) throws {
    try add(act, by: DeedSigner(key: try keeper(), vouchedFor: user), from: earliest)
  }

  /// Notes a change, and returns the line of the deed.
  @discardableResult private func add(
    _ act: Deed.Act, by signer: DeedSigner, words: Words? = nil, from earliest: Int64 = 0
  ) throws -> [UInt8] {
    let user = signer.key.user
    let newest = try tables.newestUnsent() ?? 0
    guard newest < .max else { throw StorageError.file(.damaged) }
    let time = try clocks.clock(
      of: act, by: signer.vouchedFor ?? user, from: max(clock().microseconds, earliest),
      newest: newest)
    let deed = Deed(act, clock: time, vouchedFor: signer.vouchedFor)
    var row = StoredUnsentDeed()
    row.id = max(deed.clock, newest + 1)
    (row.signer, row.line, row.words) = (user, deed.line, words?.line)
    row.code = signer.key.code(line: row.line, words: row.words)
    try target.put(row)
    clocks.add(deed, line: row.line, by: user)
    return row.line
  }

  /// Signs what is noted, and returns the pictures that nobody shows any more.
  @discardableResult package func signUnsent() throws -> Set<FixedBytes<32>> {
    let merge = try Merge(into: target, at: clock())
    try Outbox(of: target, keys: keyring.folder).sign(into: merge)
    _ = try merge.settle()
    _ = try merge.dropWords()
    return try merge.unshownPictures()
  }

  // MARK: Names

  func name(of user: User.ID) throws -> LastingName {
    guard let known = try tables.user(user) else { throw StorageError.file(.damaged) }
    return known.name
  }

  /// Nil for a post that does not travel.
  func name(of post: Post.ID) throws -> LastingName? { try tables.post(post)?.name }

  // MARK: Users

  /// Notes a new user, who gets a name.
  func add(_ user: User.ID) throws {
    guard let row = try tables.profile(user) else { throw StorageError.file(.damaged) }
    var shared = StoredSharedUser()
    (shared.user, shared.name) = (user, .random())
    (shared.wanted, shared.createdAt) = (row.handle.text, row.createdAt)
    try target.put(shared)
    try introduce(user)
  }

  /// Notes the profile of a user who has a name already, as new.
  func introduce(_ user: User.ID) throws {
    guard let row = try tables.profile(user), let shared = try tables.user(user) else {
      throw StorageError.file(.damaged)
    }
    try noteAsKeeper(
      .user(
        NewUser(
          user: shared.name, handle: row.handle, createdAt: row.createdAt, name: row.name,
          bio: row.bio)))
  }

  func remove(_ user: User.ID) throws {
    guard var shared = try tables.user(user) else { return }
    if let key = try key(of: shared.name) {
      try add(.removeUser(shared.name), by: DeedSigner(key: key, vouchedFor: nil))
    } else {
      if try tables.keys(of: shared.name).contains(where: { $0.isKeeper && !$0.isInvitation }) {
        throw StorageError.sharing(.otherKeeper(try handle(of: shared.name)))
      }
      try noteAsKeeper(.removeUser(shared.name))
    }
    shared.wanted = ""
    try target.put(shared)
  }

  /// Notes new values of a profile.
  func change(_ user: User.ID, _ change: ProfileChange) throws {
    guard var shared = try tables.user(user) else { throw StorageError.file(.damaged) }
    try note(.profile(change), by: shared.name)
    if let handle = change.handle {
      shared.wanted = handle.text
      try target.put(shared)
    }
  }

  /// The change that shows the picture that a user has now.
  func pictureChange(_ id: PictureID?) throws -> PictureChange {
    guard let picture = try id.flatMap({ try signedPicture($0) }) else { return .removed }
    return .picture(picture)
  }

  private func signedPicture(_ id: PictureID) throws -> SignedPicture? {
    try tables.picture(id).map { picture in
      guard let hash = FixedBytes<32>(picture.hash) else { throw StorageError.file(.damaged) }
      return SignedPicture(
        hash: hash, bytes: picture.byteCount, width: picture.width, height: picture.height)
    }
  }

  // MARK: Posts

  /// Notes a public post, which gets its name.
  func add(_ post: Post.ID) throws {
    guard let row = try tables.content(of: post) else { throw StorageError.file(.damaged) }
    let author = try name(of: row.author)
    let picture = try row.picture.flatMap { try signedPicture($0) }
    let words = Words(
      salt: .random(), text: row.text, mentions: try mentions(in: post), picture: picture,
      alt: row.alt)
    let new = PublishedPost(
      words: SignedWords(words), at: row.at,
      replyTo: try row.replyTo.flatMap { try name(of: $0) },
      quotes: try row.quotes.flatMap { try name(of: $0) }, editedAt: row.editedAt)
    let (line, isVouched) = try note(.post(new), by: author, words: words)
    var shared = StoredSharedPost()
    shared.post = post
    shared.name = Deed.postName(author: author, line: line)
    (shared.at, shared.isVouched) = (row.at, isVouched)
    try target.put(shared)
  }

  private func mentions(in post: Post.ID) throws -> [LastingName] {
    try tables.mentions(in: post).prefix(Words.mostMentions).map { try name(of: $0) }
  }

  /// Notes the words that a post has now.
  func edit(_ post: Post.ID) throws {
    guard let name = try name(of: post), let row = try tables.content(of: post),
      let editedAt = row.editedAt
    else { return }
    let words = Words(
      salt: .random(), text: row.text, mentions: try mentions(in: post), alt: row.alt)
    let edit = PostEdit(post: name, words: SignedWords(words), editedAt: editedAt)
    try note(.edit(edit), by: try self.name(of: row.author), words: words)
  }

  /// Notes that a post is deleted, by its author or else by a keeper.
  func delete(_ post: PostKey) throws {
    guard let name = try name(of: post.id) else { return try requireActor(post.author) }
    if let key = try key(of: try self.name(of: post.author)) {
      try add(.delete(post: name), by: DeedSigner(key: key, vouchedFor: nil))
    } else {
      try noteAsKeeper(.delete(post: name))
    }
  }

  func settle(_ post: Post.ID) throws {
    if let name = try name(of: post) { try noteAsKeeper(.settle(post: name)) }
  }

  // MARK: Edges

  /// Notes an edge as it is now, or that it is gone.
  func change(_ edge: Edge, at moment: Moment?, reason: String? = nil) throws {
    guard let kind = EdgeChange.Kind(edge.kind) else { return }
    try change(kind, by: edge.source, to: name(of: edge.target), at: moment, reason: reason)
  }

  func changeRepost(of post: Post.ID, by author: User.ID, at moment: Moment?) throws {
    try change(.repost, by: author, to: name(of: post), at: moment)
  }

  /// Without a time the edge is gone; a target without a name does not travel.
  func change(
    _ kind: EdgeChange.Kind, by source: User.ID, to target: LastingName?, at moment: Moment?,
    reason: String? = nil
  ) throws {
    guard let target else { return }
    let change = EdgeChange(
      kind: kind, to: target, isOn: moment != nil, at: moment ?? clock(), reason: reason)
    try note(.edge(change), by: try name(of: source))
  }

  private func name(of target: Edge.Target) throws -> LastingName? {
    switch target {
    case .user(let id): try name(of: id)
    case .post(let post): try name(of: post.id)
    }
  }
}

extension EdgeChange.Kind {
  /// Nil for an edge that stays in its copy.
  fileprivate init?(_ kind: EdgeKind) { self.init(rawValue: kind.rawValue) }
}
