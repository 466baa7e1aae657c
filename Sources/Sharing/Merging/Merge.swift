package import Model
package import Storage

/// Makes the rows that people see equal to the deeds that count.
///
/// All deeds on a thing are looked at together, so the order in which they arrived does not matter.
package final class Merge {
  let target: any MergeTarget
  let tables: SharedTables
  let now: Moment
  let evaluation: Evaluation
  /// Gets the number of arrived changes whose rows are made.
  package var progress: LoadReport = { _ in }
  /// Whether a user may need another handle.
  var hasNewHandles = false
  /// Things whose missing user or post has arrived.
  private var woken: [Thing] = []

  package init(into target: any MergeTarget, at now: Moment) throws {
    self.target = target
    self.now = now
    tables = SharedTables(target.reading.rows)
    evaluation = try Evaluation(tables)
  }

  // MARK: Taking bundles

  /// Stores a bundle with its deeds, which count after `settle`.
  ///
  /// Of a bundle that was received, the stream is kept: made anew it may have more bytes, even more
  /// than a file can have.
  package func add(_ bundle: Bundle, received stream: [UInt8]? = nil, isOwn: Bool) throws {
    let stream = stream ?? BundleFile.compressed(bundle.content())
    var new = Arrived(facts: try stored(bundle, stream, isOwn: isOwn))
    for (place, line) in bundle.deedLines.enumerated() {
      guard let deed = bundle.deed(at: place),
        let thing = Thing(of: deed, line: line, by: bundle.header.user)
      else { continue }
      new.things.append(thing)
      try target.put(StoredDeed(deed, on: thing, at: place, in: new.facts))
    }
    hasNewKeys = hasNewKeys || new.things.contains(.keys)
    arrived.append(new)
  }

  /// A bundle that is not settled yet, and the things that its deeds change.
  private struct Arrived {
    let facts: StoredBundleFacts
    var things: [Thing] = []
  }

  private func stored(
    _ bundle: Bundle, _ stream: [UInt8], isOwn: Bool
  ) throws -> StoredBundleFacts {
    var row = StoredBundle()
    row.facts.id = try (tables.newestBundle()?.id ?? 0) + 1
    row.facts.hash = bundle.id
    row.facts.stream = bundle.header.stream
    row.facts.number = bundle.header.number
    row.facts.previous = bundle.header.previous
    row.facts.signingKey = bundle.header.key
    row.facts.signer = bundle.header.user
    row.facts.counts = false
    row.facts.isOwn = isOwn
    row.content = stream
    try target.put(row)
    return row.facts
  }

  /// The bundles since the last `settle`.
  private var arrived: [Arrived] = []
  private var hasNewKeys = false
  /// How often deeds about keys came to count since this merge began.
  package private(set) var keyChanges = 0
  /// The bundles of other copies that count since this merge began.
  package private(set) var kept: [StoredBundleFacts] = []
  /// The number of deeds in them, and of those that are against the rules.
  package private(set) var keptDeeds = 0
  package private(set) var unfit = 0
  /// Whether the words of a user's posts may still be there, though the user is removed.
  var hasRemovedUsers = false
  /// The deleted posts whose words may still be there.
  var deletedPosts: Set<LastingName> = []
  /// The pictures that a post or a user shows no longer.
  var leftPictures: Set<FixedBytes<32>> = []

  /// Makes the rows equal to the deeds that count now, and returns the bundles that do not count.
  ///
  /// Those are not kept.
  package func settle() throws -> [StoredBundleFacts] {
    var isAnew = false
    if hasNewKeys || arrived.contains(where: { evaluation.role(of: $0.facts) == nil }) {
      isAnew = try decideAgain()
    } else {
      for bundle in arrived { try setCounts(true, bundle.facts) }
    }
    var refused: [StoredBundleFacts] = []
    var new: [Arrived] = []
    for bundle in arrived {
      if try tables.facts(ofBundle: bundle.facts.id)?.counts == true {
        new.append(bundle)
      } else {
        try forget(bundle.facts)
        refused.append(bundle.facts)
      }
    }
    (arrived, hasNewKeys) = ([], false)
    try look(at: isAnew ? allKept() : new)
    try lookAtWoken()
    try settleHandles()
    if new.contains(where: { $0.things.contains(.keys) }) {
      // Files of keys that were not known, or were revoked, may count now.
      keyChanges += 1
      try tables.forgetRefusedFiles(in: target)
    }
    for bundle in new where !bundle.facts.isOwn { try count(bundle.facts) }
    return refused
  }

  private func count(_ bundle: StoredBundleFacts) throws {
    let content = try evaluation.shelf.bundle(bundle.id).bundle
    let role = try evaluation.roleOfKept(bundle)
    kept.append(bundle)
    keptDeeds += content.deedLines.count
    for (place, line) in content.deedLines.enumerated() {
      switch DeedReading(line: line, words: content.words(ofDeedAt: place)) {
      case .unfit: unfit += 1
      case .deed(let deed) where role.map({ !deed.mayBeMade(by: $0, in: content.header) }) == true:
        unfit += 1
      case .deed, .unknown: break
      }
    }
  }

  private func forget(_ bundle: StoredBundleFacts) throws {
    try tables.remove(bundle, from: target)
    evaluation.shelf.forget(bundle.id)
  }

  private func setCounts(_ counts: Bool, _ bundle: StoredBundleFacts) throws {
    guard var row = try tables.bundle(bundle.id), row.facts.counts != counts else { return }
    row.facts.counts = counts
    try target.put(row)
    evaluation.shelf.forget(bundle.id)
  }

  // MARK: Keys

  /// Decides from all deeds about keys which bundles count.
  ///
  /// Returns true if a bundle that was stored before started or stopped counting.
  private func decideAgain() throws -> Bool {
    let bundles = try tables.bundles()
    let strata = try evaluation.strata()
    let isNew = Set(arrived.map(\.facts.id))
    var isAnew = false
    for bundle in bundles {
      let counts = strata.counts(BundleLink(bundle))
      if counts != bundle.counts {
        try setCounts(counts, bundle)
        if !isNew.contains(bundle.id) { isAnew = true }
      }
    }
    let before = evaluation.roles
    let keepers = try keeperUsers()
    try store(strata)
    try evaluation.readRoles()
    // A member who became a keeper may have done what only keepers may.
    let isRaised = before.contains { pair, role in
      evaluation.roles[pair].map { $0 != role } ?? false
    }
    // A keeper can't be removed by another.
    let hasNewKeepers = try bundles.count > arrived.count && keeperUsers() != keepers
    return isAnew || isRaised || hasNewKeepers
  }

  private func keeperUsers() throws -> Set<LastingName> {
    Set(try tables.keys().filter { $0.isKeeper && !$0.isInvitation }.map(\.signer))
  }

  private func store(_ strata: Strata) throws {
    try tables.removeKeys(from: target)
    for row in strata.keys { try target.put(row) }
  }

  // MARK: Looking at things

  /// Users come before posts, and posts before edges, so that few things wait; the bundles of a
  /// stream are in their order.
  private func look(at bundles: [Arrived]) throws {
    let inOrder = bundles.sorted {
      ($0.facts.number, $0.facts.hash) < ($1.facts.number, $1.facts.hash)
    }
    let count = bundles.reduce(0) { $0 + $1.things.count }
    var done = 0
    // All deeds on a thing are looked at together, so once is enough for many deeds.
    var isSeen: Set<Thing> = []
    for phase in Thing.Phase.allCases {
      for bundle in inOrder {
        for thing in bundle.things where thing.phase == phase && isSeen.insert(thing).inserted {
          if done % 100 == 0 { progress(WorkProgress(.merging, done: done, of: count)) }
          try look(at: thing)
          done += 1
        }
        try lookAtWoken()
      }
    }
  }

  /// All bundles, each with the things that no bundle before it has.
  private func allKept() throws -> [Arrived] {
    var isSeen: Set<Thing> = []
    return try tables.bundles().map { facts in
      let things = try evaluation.shelf.bundle(facts.id).bundle.things
      return Arrived(facts: facts, things: things.filter { isSeen.insert($0).inserted })
    }
  }

  func lookAtWoken() throws {
    while let thing = woken.popLast() { try look(at: thing) }
  }

  /// Makes the rows of a thing equal to its deeds.
  func look(at thing: Thing) throws {
    switch thing {
    case .network: try lookAtName()
    case .keys: break
    case .user(let name): try lookAtUser(name)
    case .post(let name): try lookAtPost(name)
    case .reports(let post): try lookAtReports(of: post)
    case .edge(let edge): try lookAtEdge(edge)
    }
  }

  private func lookAtName() throws {
    guard let name = try evaluation.networkName(), var sharing = try tables.sharing(),
      !haveSameBytes([sharing.name], [name])
    else { return }
    sharing.name = name
    try target.put(sharing)
  }

  // MARK: Waiting

  /// Looks at a thing again when a user or a post appears.
  func wait(_ thing: Thing, for name: LastingName) throws {
    var row = StoredWaitingThing()
    (row.missing, row.thing) = (name, thing.bytes)
    try target.put(row)
  }

  /// Wakes the things that waited for a user or a post.
  func wake(_ name: LastingName) throws {
    woken += try tables.waiting(for: name).compactMap { Thing($0) }
    try tables.removeWaiting(for: name, from: target)
  }
}
