package import Model
internal import SQLText

/// The tables of a shared network.
package struct SharedTables {
  package let rows: any RowSource

  package init(_ rows: any RowSource) {
    self.rows = rows
  }

  package func sharing() throws -> StoredSharing? { try rows.rows(StoredSharing.self).first }

  // MARK: Bundles

  package func bundle(_ id: Int64) throws -> StoredBundle? {
    try rows.rows(StoredBundle.self, where: "id = \(id)").first
  }

  package func bundle(named hash: FixedBytes<32>) throws -> StoredBundleFacts? {
    try rows.rows(StoredBundleFacts.self, where: "hash = \(hash)").first
  }

  /// In the order of their arrival.
  package func bundles() throws -> [StoredBundleFacts] {
    try rows.rows(StoredBundleFacts.self)
  }

  /// The hashes of the bundles whose files were not read or written yet.
  package func bundlesWithoutFile() throws -> [FixedBytes<32>] {
    let letter = [StoredFolderFile.bundle]
    return try rows.rows(
      StoredBundleHash.self,
      where: "CAST(\(letter) || hash AS BLOB) NOT IN (SELECT name FROM folder_files)"
    ).map(\.hash)
  }

  /// The bundles that this copy made after another bundle arrived.
  package func ownBundles(after id: Int64) throws -> [StoredBundleFacts] {
    try rows.rows(StoredBundleFacts.self, where: "id > \(id) AND is_own = 1")
  }

  /// The newest bundle that this copy made with a key.
  package func newestOwnBundle(of key: FixedBytes<32>) throws -> StoredBundleFacts? {
    try rows.rows(
      StoredBundleFacts.self, where: "signing_key = \(key) AND is_own = 1",
      order: RowOrder(["id"], isDescending: true), limit: 1
    ).first
  }

  package func hasBundle(of key: FixedBytes<32>) throws -> Bool {
    try !rows.rows(StoredBundleFacts.self, where: "signing_key = \(key)", limit: 1).isEmpty
  }

  /// Whether a stream has a bundle that this copy did not make.
  package func hasForeignBundle(of key: FixedBytes<32>, in stream: FixedBytes<16>) throws -> Bool {
    try !rows.rows(
      StoredBundleFacts.self,
      where: "signing_key = \(key) AND stream = \(stream) AND is_own = 0", limit: 1
    ).isEmpty
  }

  package func newestBundle() throws -> StoredBundleFacts? {
    try rows.rows(
      StoredBundleFacts.self, order: RowOrder(["id"], isDescending: true), limit: 1
    ).first
  }

  package func facts(ofBundle id: Int64) throws -> StoredBundleFacts? {
    try rows.rows(StoredBundleFacts.self, where: "id = \(id)").first
  }

  package func remove(_ bundle: StoredBundleFacts, from target: any MergeTarget) throws {
    try target.remove(StoredDeed.self, where: "bundle = \(bundle.id)")
    try target.remove(StoredBundle.self, where: "id = \(bundle.id)")
  }

  // MARK: Deeds

  package func deeds(on thing: [UInt8]) throws -> [StoredDeed] {
    try rows.rows(StoredDeed.self, where: "thing = \(thing)")
  }

  /// The deeds on things whose bytes begin with `prefix`.
  package func deeds(beginning prefix: [UInt8]) throws -> [StoredDeed] {
    var condition: SQL = "thing >= \(prefix)"
    if let end = SharedTables.end(of: prefix) { condition = "\(condition) AND thing < \(end)" }
    return try rows.rows(StoredDeed.self, where: condition)
  }

  /// The things whose bytes begin with `prefix`, each once.
  package func things(beginning prefix: [UInt8]) throws -> [[UInt8]] {
    var things: [[UInt8]] = []
    for deed in try deeds(beginning: prefix) where deed.thing != things.last {
      things.append(deed.thing)
    }
    return things
  }

  /// The first bytes after all that begin with these.
  private static func end(of prefix: [UInt8]) -> [UInt8]? {
    guard let last = prefix.lastIndex(where: { $0 < 255 }) else { return nil }
    return prefix[..<last] + [prefix[last] + 1]
  }

  /// The greatest number of an unsent deed.
  package func newestUnsent() throws -> Int64? {
    try rows.rows(
      StoredUnsentDeed.self, order: RowOrder(["id"], isDescending: true), limit: 1
    ).first?.id
  }

  /// `take` must not read from the tables.
  package func eachDeed(_ take: (StoredDeed) throws -> Void) throws {
    try rows.each(StoredDeed.self, take)
  }

  package func removeUnsent(_ id: Int64, from target: any MergeTarget) throws {
    try target.remove(StoredUnsentDeed.self, where: "id = \(id)")
  }

  /// Passes on unsent deeds from a number on, in order; `take` may write.
  package func eachUnsent(
    from number: Int64 = 0, _ take: (StoredUnsentDeed) throws -> Void
  ) throws {
    try eachBatch("id >= \(number)", ["id"], place: { [$0.id.sqlValue] }, take)
  }

  package func unsent(_ id: Int64) throws -> StoredUnsentDeed? {
    try rows.rows(StoredUnsentDeed.self, where: "id = \(id)").first
  }

  /// Whether some deeds are not signed yet.
  package func hasUnsigned() throws -> Bool {
    try !rows.rows(StoredUnsentDeed.self, limit: 1).isEmpty
  }

  /// The number of deeds of this copy that no folder has: those that are not signed, and those of
  /// bundles that were not written.
  package func unsentCount() throws -> Int {
    let unsigned = try rows.count(StoredUnsentDeed.self, by: "id", where: "true")
    let letter = [StoredFolderFile.bundle]
    let unwritten = try rows.rows(
      StoredBundleFacts.self,
      where: """
        is_own = 1 AND CAST(\(letter) || hash AS BLOB) NOT IN (SELECT name FROM folder_files)
        """)
    return try unwritten.reduce(unsigned) { count, bundle in
      try count + rows.count(StoredDeed.self, by: "place", where: "bundle = \(bundle.id)")
    }
  }

  // MARK: Keys

  package func keys() throws -> [StoredSharedKey] { try rows.rows(StoredSharedKey.self) }

  package func keys(of user: LastingName) throws -> [StoredSharedKey] {
    try rows.rows(StoredSharedKey.self, where: "signer = \(user)")
  }

  package func removeKeys(from target: any MergeTarget) throws {
    try target.remove(StoredSharedKey.self, where: "true")
  }

  // MARK: Names

  package func user(_ id: User.ID) throws -> StoredSharedUser? {
    try rows.rows(StoredSharedUser.self, where: "user_id = \(id)").first
  }

  package func user(named name: LastingName) throws -> StoredSharedUser? {
    try rows.rows(StoredSharedUser.self, where: "name = \(name)").first
  }

  package func users() throws -> [StoredSharedUser] { try rows.rows(StoredSharedUser.self) }

  package func posts() throws -> [StoredSharedPost] { try rows.rows(StoredSharedPost.self) }

  /// `take` must not read from the tables.
  package func eachPost(_ take: (StoredSharedPost) throws -> Void) throws {
    try rows.each(StoredSharedPost.self, take)
  }

  package func post(_ id: Post.ID) throws -> StoredSharedPost? {
    try rows.rows(StoredSharedPost.self, where: "post = \(id)").first
  }

  package func post(named name: LastingName) throws -> StoredSharedPost? {
    try rows.rows(StoredSharedPost.self, where: "name = \(name)").first
  }

  /// The posts that are there with a lasting name that begins with these digits.
  package func posts(beginning digits: String) throws -> [Post.ID] {
    let padded = digits + String(repeating: "0", count: max(0, 32 - digits.utf8.count))
    guard let first = LastingName(hexadecimal: padded) else { return [] }
    var condition: SQL = "name >= \(first)"
    if let end = SharedTables.end(of: Array(first.array.prefix(digits.utf8.count / 2))) {
      condition = "\(condition) AND name < \(end)"
    }
    return try rows.rows(StoredSharedPost.self, where: condition)
      .filter { $0.name?.hexadecimal.hasPrefix(digits) == true }.map(\.post)
      .filter { try content(of: $0) != nil }
  }

  // MARK: Rows that people see

  package func profiles() throws -> [StoredUser] { try rows.rows(StoredUser.self) }

  /// Passes on the keys of all public posts but reposts; `take` must not read from the tables.
  package func eachPublicPostKey(_ take: (StoredPostKey) throws -> Void) throws {
    try rows.each(StoredPostKey.self, where: "private = 0 AND reposts IS NULL", take)
  }

  /// Passes on all public posts but reposts, by number; `take` may write.
  package func eachPublicPost(_ take: (StoredPost) throws -> Void) throws {
    try eachBatch("private = 0 AND reposts IS NULL", ["id"], place: { [$0.id.sqlValue] }, take)
  }

  package func eachRepost(_ take: (StoredPost) throws -> Void) throws {
    try eachBatch("reposts IS NOT NULL", ["id"], place: { [$0.id.sqlValue] }, take)
  }

  package func eachFollow(_ take: (StoredFollow) throws -> Void) throws {
    try eachBatch(
      "true", RowOrder(StoredFollow.key),
      place: { [$0.follower.sqlValue, $0.followee.sqlValue] }, take)
  }

  package func eachLike(_ take: (StoredLike) throws -> Void) throws {
    try eachBatch(
      "true", RowOrder(StoredLike.key), place: { [$0.post.sqlValue, $0.liker.sqlValue] }, take)
  }

  package func eachFlag(_ take: (StoredFlag) throws -> Void) throws {
    try eachBatch(
      "true", RowOrder(StoredFlag.key), place: { [$0.post.sqlValue, $0.reporter.sqlValue] }, take)
  }

  private func eachBatch<Row: StoredRow>(
    _ condition: SQL, _ order: RowOrder, place: (Row) -> [SQLValue], _ take: (Row) throws -> Void
  ) throws {
    try rows.eachBatch(of: Row.self, where: condition, order: order, place: place) { rows in
      for row in rows { try take(row) }
    }
  }

  package func handles() throws -> [StoredHandle] { try rows.rows(StoredHandle.self) }

  package func profile(_ id: User.ID) throws -> StoredUser? {
    try rows.rows(StoredUser.self, where: "id = \(id)").first
  }

  package func content(of id: Post.ID) throws -> StoredPost? {
    try rows.rows(StoredPost.self, where: "id = \(id)").first
  }

  /// The users whom the words of a post name, in order.
  package func mentions(in post: Post.ID) throws -> [User.ID] {
    try rows.rows(
      StoredMention.self, where: "post = \(post) AND place > 0", order: ["place"]
    ).map(\.mentioned)
  }

  package func repost(of post: Post.ID, by author: User.ID) throws -> StoredPost? {
    try rows.rows(StoredPost.self, where: "reposts = \(post) AND author = \(author)").first
  }

  package func follow(from follower: User.ID, to followee: User.ID) throws -> StoredFollow? {
    try rows.rows(
      StoredFollow.self, where: "follower = \(follower) AND followee = \(followee)"
    ).first
  }

  package func like(of post: Post.ID, by liker: User.ID) throws -> StoredLike? {
    try rows.rows(StoredLike.self, where: "post = \(post) AND liker = \(liker)").first
  }

  package func flag(of post: Post.ID, by reporter: User.ID) throws -> StoredFlag? {
    try rows.rows(StoredFlag.self, where: "post = \(post) AND reporter = \(reporter)").first
  }

  /// The time of an edge; nil if there is none.
  package func time(of edge: Edge) throws -> Moment? {
    switch (edge.kind, edge.target) {
    case (.follow, .user(let user)): try follow(from: edge.source, to: user)?.at
    case (.like, .post(let post)): try like(of: post.id, by: edge.source)?.at
    case (.flag, .post(let post)): try flag(of: post.id, by: edge.source)?.at
    default: nil
    }
  }

  package func picture(_ id: PictureID) throws -> StoredPictureSize? {
    try rows.rows(StoredPictureSize.self, where: "id = \(id.number)").first
  }

  package func picture(_ hash: FixedBytes<32>) throws -> StoredPictureSize? {
    try rows.rows(StoredPictureSize.self, where: "hash = \(hash)").first
  }

  // MARK: What is missing

  /// The things that wait for a user or a post.
  package func waiting(for name: LastingName) throws -> [[UInt8]] {
    try rows.rows(StoredWaitingThing.self, where: "missing = \(name)").map(\.thing)
  }

  package func removeWaiting(for name: LastingName, from target: any MergeTarget) throws {
    try target.remove(StoredWaitingThing.self, where: "missing = \(name)")
  }

  package func pictures(of thing: [UInt8]) throws -> [StoredSignedPicture] {
    try rows.rows(StoredSignedPicture.self, where: "thing = \(thing)")
  }

  package func removePicture(
    of thing: [UInt8], _ use: StoredSignedPicture.Use, from target: any MergeTarget
  ) throws {
    try target.remove(
      StoredSignedPicture.self, where: "thing = \(thing) AND use = \(use.rawValue)")
  }

  /// Whether a user or a post shows a picture.
  package func isShown(
    _ picture: FixedBytes<32>, as use: StoredSignedPicture.Use, of number: Int64
  ) throws -> Bool {
    guard let id = try self.picture(picture)?.id else { return false }
    return switch use {
    case .post: try content(of: Post.ID(number))?.picture == id
    case .avatar: try profile(User.ID(number))?.avatar == id
    case .banner: try profile(User.ID(number))?.banner == id
    }
  }

  package func uses(of picture: FixedBytes<32>) throws -> [StoredSignedPicture] {
    try rows.rows(StoredSignedPicture.self, where: "hash = \(picture)")
  }

  package func signedPictures() throws -> [StoredSignedPicture] {
    try rows.rows(StoredSignedPicture.self)
  }

  /// The signed pictures that have not arrived.
  package func awaitedPictures() throws -> [StoredSignedPicture] {
    try rows.rows(
      StoredSignedPicture.self, where: "hash NOT IN (SELECT hash FROM pictures)")
  }

  /// The hashes of the signed pictures that are stored, each once.
  package func storedSignedPictures() throws -> Set<FixedBytes<32>> {
    Set(
      try rows.rows(StoredSignedPicture.self, where: "hash IN (SELECT hash FROM pictures)")
        .map(\.hash))
  }

  package func forgetFile(
    ofBundle hash: FixedBytes<32>, in target: any MergeTarget
  ) throws {
    try forgetFile([StoredFolderFile.bundle] + hash.array, in: target)
  }

  package func forgetFile(_ name: [UInt8], in target: any MergeTarget) throws {
    try target.remove(StoredFolderFile.self, where: "name = \(name)")
  }

  /// Forgets the files that were refused, so that they are read again.
  package func forgetRefusedFiles(in target: any MergeTarget) throws {
    try target.remove(StoredFolderFile.self, where: "refusal <> 0")
  }

  /// Passes on the known files in the order of their names.
  package func eachFolderFile(_ take: (StoredFolderFile) throws -> Void) throws {
    try rows.each(StoredFolderFile.self, take)
  }

  /// The files that are not used.
  package func refusedFiles() throws -> [StoredFolderFile] {
    try rows.rows(StoredFolderFile.self, where: "refusal <> 0")
  }
}

extension Reading {
  /// The tables of a shared network; nil for one that is not shared.
  package var shared: SharedTables? {
    get throws { try isShared ? SharedTables(rows) : nil }
  }
}
