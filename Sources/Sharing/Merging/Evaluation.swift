internal import Model
internal import Storage

/// What the deeds that count say about users, posts and edges.
final class Evaluation {
  let tables: SharedTables
  let root: FixedBytes<32>
  let shelf: BundleShelf
  /// The pairs that may sign now.
  private(set) var roles: [KeyPair: SignerRole] = [:]
  /// The numbers of the unsent deeds on each thing; empty unless they count.
  private(set) var unsent: [Thing: [Int64]] = [:]

  init(_ tables: SharedTables) throws {
    self.tables = tables
    guard let sharing = try tables.sharing() else { throw StorageError.file(.damaged) }
    root = sharing.root
    shelf = BundleShelf(tables, of: sharing.network)
    try readRoles()
  }

  // MARK: Keys

  /// Reads the keys again, after a change.
  func readRoles() throws {
    roles = [:]
    for key in try tables.keys() where !key.isInvitation && !key.isRevoked {
      roles[KeyPair(key.signingKey, key.signer)] = key.isKeeper ? .keeper : .member
    }
  }

  /// The role in which the deeds of a bundle count; nil for a pair that is not known or is revoked.
  func role(of bundle: StoredBundleFacts) -> SignerRole? {
    guard let signer = bundle.signer else { return bundle.signingKey == root ? .root : nil }
    return roles[KeyPair(bundle.signingKey, signer)]
  }

  /// Decides from all deeds about keys which pairs may sign.
  func strata() throws -> Strata {
    let links = Dictionary(
      uniqueKeysWithValues: try tables.bundles().map { ($0.hash, BundleLink($0)) })
    let deeds = try tables.deeds(on: Thing.keys.bytes).compactMap { row -> KeyDeed? in
      let (facts, bundle) = try shelf.bundle(row.bundle)
      guard let deed = bundle.deed(at: row.place),
        deed.act.kind != .claim || deed.mayBeMade(by: .invitation, in: bundle.header)
      else { return nil }
      return KeyDeed(deed, at: row.place, in: BundleLink(facts))
    }
    return Strata(root: root, deeds: deeds) { links[$0] }
  }

  // MARK: Deeds

  /// The deeds on a thing that count, the lowest rank first.
  func deeds(on thing: Thing) throws -> [SignedDeed] {
    let signed = try signedDeeds(on: thing)
    guard let unsent = unsent[thing] else { return signed }
    return try (signed + unsent.compactMap(unsentDeed)).sorted { $0.rank < $1.rank }
  }

  private func signedDeeds(on thing: Thing) throws -> [SignedDeed] {
    try tables.deeds(on: thing.bytes).compactMap { row in
      let (facts, bundle) = try shelf.bundle(row.bundle)
      guard facts.counts, let role = try roleOfKept(facts), let deed = bundle.deed(at: row.place),
        deed.mayBeMade(by: role, in: bundle.header)
      else { return nil }
      return SignedDeed(
        deed: deed, rank: Rank(of: deed, at: row.place, in: facts.hash), signer: facts.signer,
        role: role)
    }
  }

  /// A kept bundle of a revoked pair counts in the role that the pair had.
  func roleOfKept(_ bundle: StoredBundleFacts) throws -> SignerRole? {
    if let role = role(of: bundle) { return role }
    guard let signer = bundle.signer else { return nil }
    let key = try tables.keys(of: signer).first { $0.signingKey == bundle.signingKey }
    guard let key else { return nil }
    if key.isInvitation { return .invitation }
    return key.isKeeper ? .keeper : .member
  }

  // MARK: Unsent deeds

  /// Counts the deeds that this copy has not signed yet.
  func countUnsent() throws {
    try tables.eachUnsent { row in
      guard case .deed(let deed) = DeedReading(line: row.line, words: row.words),
        let thing = Thing(of: deed, line: row.line, by: row.signer)
      else { return }
      unsent[thing, default: []].append(row.id)
    }
  }

  private func unsentDeed(_ id: Int64) throws -> SignedDeed? {
    guard let row = try tables.unsent(id),
      case .deed(let deed) = DeedReading(line: row.line, words: row.words)
    else { return nil }
    let isKeeper = try tables.keys(of: row.signer).contains { $0.isKeeper && !$0.isInvitation }
    let rank = Rank(
      of: deed, at: Int(id), in: FixedBytes(exactly: [UInt8](repeating: 0, count: 32)))
    return SignedDeed(
      deed: deed, rank: rank, signer: row.signer, role: isKeeper ? .keeper : .member)
  }

  // MARK: Things

  /// The name of the network; nil before a deed gives one.
  func networkName() throws -> String? {
    let last = try deeds(on: .network).max {
      $0.rank.turn.lexicographicallyPrecedes($1.rank.turn)
    }
    guard case .network(let name)? = last?.deed.act else { return nil }
    return name
  }

  /// The profile that the deeds give a user; nil for a user who is not there.
  func profile(of name: LastingName) throws -> SharedProfile? {
    let isKeeper = try tables.keys(of: name).contains { $0.isKeeper && !$0.isInvitation }
    return SharedProfile(try deeds(on: .user(name)), of: name, isKeeper: isKeeper)
  }

  /// The post that the deeds make; nil if it is not there.
  func post(named name: LastingName) throws -> SharedPost? {
    SharedPost(try deeds(on: .post(name)))
  }

  /// The edge as the deeds say; nil without any.
  func edge(_ edge: SharedEdge) throws -> EdgeChange? {
    guard let deed = try deeds(on: .edge(edge)).last, case .edge(let value) = deed.deed.act else {
      return nil
    }
    let isSettled = try isSettled(edge, at: deed.deed.clock)
    return EdgeChange(
      kind: value.kind, to: value.to, isOn: value.isOn && !isSettled, at: value.at,
      reason: value.reason)
  }

  /// Whether a keeper has settled a report, which another later one does not undo.
  private func isSettled(_ edge: SharedEdge, at clock: Int64) throws -> Bool {
    guard edge.kind == .flag else { return false }
    return try deeds(on: .reports(of: edge.target)).contains { $0.deed.clock >= clock }
  }

  // MARK: Words

  /// The hashes of the words that posts and edits of a kept bundle have, and of those that go
  /// because all posts and edits of the bundle that have them are deleted.
  func words(
    in bundle: Bundle, _ facts: StoredBundleFacts
  ) throws -> (kept: Set<FixedBytes<32>>, dropped: Set<FixedBytes<32>>) {
    var dropped: Set<FixedBytes<32>> = []
    var kept: Set<FixedBytes<32>> = []
    // Deleted posts of a bundle that stopped counting stay deleted.
    let role = facts.counts ? try roleOfKept(facts) : nil
    var deletions = Deletions(evaluation: self)
    for (place, line) in bundle.deedLines.enumerated() {
      guard let deed = bundle.deed(at: place), let words = deed.act.words,
        role.map({ deed.mayBeMade(by: $0, in: bundle.header) }) != false,
        case .post(let post)? = Thing(of: deed, line: line, by: bundle.header.user)
      else { continue }
      if try deletions.contain(post) { dropped.insert(words) } else { kept.insert(words) }
    }
    return (kept, dropped.subtracting(kept))
  }

  /// Whether a deed that counts deletes a post or removes its author.
  func isDeleted(_ post: LastingName) throws -> Bool {
    var deletions = Deletions(evaluation: self)
    return try deletions.contain(post)
  }
}

/// The deleted posts of a bundle, in which many lines may be about one post or author.
private struct Deletions {
  let evaluation: Evaluation
  private var posts: [LastingName: Bool] = [:]
  private var authors: [LastingName: Bool] = [:]

  init(evaluation: Evaluation) {
    self.evaluation = evaluation
  }

  mutating func contain(_ post: LastingName) throws -> Bool {
    if let known = posts[post] { return known }
    let deeds = try evaluation.deeds(on: .post(post))
    let author = deeds.first { $0.deed.act.kind == .post }?.actor
    let isDeleted = try author.map { author in
      try deeds.contains { $0.deletes(postOf: author) } || isRemoved(author)
    }
    posts[post] = isDeleted ?? false
    return isDeleted ?? false
  }

  private mutating func isRemoved(_ author: LastingName) throws -> Bool {
    if let known = authors[author] { return known }
    let deeds = try evaluation.deeds(on: .user(author))
    let isRemoved =
      try deeds.contains { $0.deed.act.kind == .user } && evaluation.profile(of: author) == nil
    authors[author] = isRemoved
    return isRemoved
  }
}

extension Strata {
  /// The rows of all named pairs.
  var keys: [StoredSharedKey] {
    named.map { pair, naming in
      var row = StoredSharedKey()
      (row.signingKey, row.signer) = (pair.key, pair.user)
      (row.isKeeper, row.isInvitation) = (naming.role == .keeper, naming.isInvitation)
      row.machine = naming.machine
      (row.isRevoked, row.isDisputed) = (isRevoked(pair), disputed.contains(pair))
      return row
    }
  }
}

extension Deed.Act {
  /// The hash of the words of a post or an edit.
  fileprivate var words: FixedBytes<32>? {
    switch self {
    case .post(let post): post.words.hash
    case .edit(let edit): edit.words.hash
    default: nil
    }
  }
}
