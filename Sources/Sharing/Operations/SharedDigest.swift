internal import Crypto
package import Model
package import Storage

/// The digest of a shared network, from the rows that people see: equal in copies that have
/// received the same.
package struct SharedDigest {
  private let tables: SharedTables
  private let sharing: StoredSharing
  private var users: [User.ID: LastingName] = [:]
  private var posts: [Post.ID: StoredSharedPost] = [:]

  package init(of rows: any RowSource) throws {
    tables = SharedTables(rows)
    guard let sharing = try tables.sharing() else { throw StorageError.sharing(.notShared) }
    self.sharing = sharing
    for user in try tables.users() { users[user.user] = user.name }
    for post in try tables.posts() { posts[post.post] = post }
  }

  package func value() throws -> FixedBytes<32> {
    let hash = IncrementalSHA256()
    try eachLine { hash.add($0 + [UInt8(ascii: "\n")]) }
    return hash.hash()
  }

  /// Passes the lines in order; those of one kind are in memory at a time.
  package func eachLine(_ take: ([UInt8]) throws -> Void) throws {
    for kind in [flags, follows, keys, likes, network, postLines, reposts, userLines] {
      for line in try kind().sorted(by: { $0.lexicographicallyPrecedes($1) }) { try take(line) }
    }
  }

  /// A line of fields separated by tabs; an absent field is empty.
  private func line(_ fields: String?...) -> [UInt8] {
    let escaped = fields.map { field in
      (field ?? "").utf8.flatMap { byte -> [UInt8] in
        switch byte {
        case UInt8(ascii: "\\"): Array("\\\\".utf8)
        case UInt8(ascii: "\t"): Array("\\t".utf8)
        case UInt8(ascii: "\n"): Array("\\n".utf8)
        default: [byte]
        }
      }
    }
    return Array(escaped.joined(separator: [UInt8(ascii: "\t")]))
  }

  private func name(_ user: User.ID) -> String? { users[user]?.hexadecimal }
  private func name(_ post: Post.ID?) -> String? { post.flatMap { posts[$0]?.name?.hexadecimal } }

  // MARK: Lines

  private func network() throws -> [[UInt8]] {
    [line("network", sharing.network.hexadecimal, sharing.name)]
  }

  private func userLines() throws -> [[UInt8]] {
    try tables.users().compactMap { shared in
      guard !shared.wanted.isEmpty, let row = try tables.profile(shared.user) else { return nil }
      let pictures = try tables.pictures(of: Thing.user(shared.name).bytes)
      func hash(_ use: StoredSignedPicture.Use) -> String? {
        pictures.first { $0.use == use.rawValue }?.hash.hexadecimal
      }
      return line(
        "user", shared.name.hexadecimal, row.handle.text, row.name, row.bio, hash(.avatar),
        hash(.banner), String(shared.createdAt.microseconds))
    }
  }

  private func postLines() throws -> [[UInt8]] {
    var lines: [[UInt8]] = []
    try tables.eachPublicPost { row in
      guard let shared = posts[row.id], let name = shared.name else { return }
      let picture = try tables.pictures(of: Thing.post(name).bytes).first
      let mentions = try tables.mentions(in: row.id).compactMap { self.name($0) }
      lines.append(
        line(
          "post", name.hexadecimal, self.name(row.author), String(shared.at.microseconds),
          row.text, picture?.hash.hexadecimal, row.alt, self.name(row.replyTo),
          self.name(row.quotes),
          row.editedAt.map { String($0.microseconds) }, mentions.joined(separator: ",")))
    }
    return lines
  }

  private func follows() throws -> [[UInt8]] {
    var lines: [[UInt8]] = []
    try tables.eachFollow {
      lines.append(
        line("follow", name($0.follower), name($0.followee), String($0.at.microseconds)))
    }
    return lines
  }

  private func likes() throws -> [[UInt8]] {
    var lines: [[UInt8]] = []
    try tables.eachLike { like in
      guard let post = name(like.post) else { return }
      lines.append(line("like", name(like.liker), post, String(like.at.microseconds)))
    }
    return lines
  }

  private func reposts() throws -> [[UInt8]] {
    var lines: [[UInt8]] = []
    try tables.eachRepost { repost in
      let at = posts[repost.id]?.at ?? repost.at
      lines.append(
        line(
          "repost", name(repost.author), name(repost.reposts), String(at.microseconds)))
    }
    return lines
  }

  private func flags() throws -> [[UInt8]] {
    var lines: [[UInt8]] = []
    try tables.eachFlag { flag in
      guard let post = name(flag.post) else { return }
      lines.append(
        line("flag", name(flag.reporter), post, String(flag.at.microseconds), flag.reason))
    }
    return lines
  }

  private func keys() throws -> [[UInt8]] {
    try tables.keys().filter { !$0.isInvitation }.map { key in
      line(
        "key", key.signingKey.hexadecimal, key.signer.hexadecimal,
        key.isKeeper ? "keeper" : "member")
    }
  }
}
