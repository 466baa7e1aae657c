import Crypto
import Foundation
import Model
import Sharing
import Storage
import Support
import Testing

/// Six copies of one network with three folders between them, and a random sequence of changes,
/// exchanges and faults.
struct Schedule {
  private let seed: UInt64
  private let folder: TemporaryFolder
  private let forges: [BundleForge]
  private let root: FixedBytes<32>
  private let ticks = SlowClock()
  private var generator: SeededGenerator
  private(set) var copies: [SharedCopy] = []
  private var backups: [(copy: Int, file: URL)] = []
  /// Keys that sign bundles by themselves, valid or not.
  private var signers: [BundleForge.Signer] = []
  private var step = 0

  /// Hours by which the clock of each copy is wrong.
  private static let hours: [Int64] = [0, 0, 0, 1, 0, -1]

  init(seed: UInt64) throws {
    self.seed = seed
    generator = SeededGenerator(seed: seed)
    folder = try TemporaryFolder()
    let code = RecoveryCode.random()
    root = SigningKey(seed: code.rootSeed).publicKey.bytes
    let keys = NetworkKeys(rootSeed: code.rootSeed)
    forges = try (0..<3).map { [folder] in
      let path = folder.file("exchange\($0)")
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      return BundleForge(keys: keys, folder: path)
    }
    copies = [
      try SharedCopy.started(
        by: "alice", with: ["dina"], in: folder.path, code: code, clock: clock(of: 0))
    ]
    for (user, inviter) in [("bob", 0), ("carol", 0), ("bob", 1), ("alice", 0)] {
      try add(user, invitedBy: inviter)
    }
    let bob = try copies[1].signer().user
    signers += [
      try copies[0].signer(), BundleForge.Signer(of: bob), BundleForge.Signer(of: nil),
    ]
  }

  private func clock(of copy: Int) -> () -> Moment {
    let (ticks, shift) = (ticks, Self.hours[copy % Self.hours.count] * 3_600_000_000)
    return { Moment(microseconds: ticks.next().microseconds + shift) }
  }

  private mutating func add(_ user: String, invitedBy inviter: Int) throws {
    let invitation = try copies[inviter].invite(user)
    try sync(copies[inviter], forges[0])
    let copy = try SharedCopy.joined(
      invitation, with: forges[0].folder, in: folder.path, clock: clock(of: copies.count))
    copies.append(copy)
    try sync(copy, forges[0])
    signers.append(try copy.signer())
  }

  private mutating func pick(_ count: Int) -> Int { .random(in: 0..<count, using: &generator) }
  private mutating func forge() -> BundleForge { forges[pick(forges.count)] }

  // MARK: Steps

  mutating func run(steps: Int) throws {
    for step in 0..<steps {
      self.step = step
      if step == steps / 2 { try? add("dina", invitedBy: 0) }
      try makeStep()
      let copy = copies[step % copies.count]
      let faults = try copy.faults()
      #expect(faults.isEmpty, "\(faults), seed \(seed), step \(step), \(copy.handle)")
    }
  }

  private mutating func makeStep() throws {
    let index = pick(copies.count)
    let copy = copies[index]
    switch pick(100) {
    case 0..<26: try sync(copy, forge())
    case 26..<29: backups.append((index, try copy.backUp()))
    case 29..<32:
      if let backup = backups.randomElement(using: &generator) {
        try copies[backup.copy].restore(backup.file)
      }
    case 32..<35: try changeKeys()
    case 35..<39: try claim()
    case 39..<46: try bend()
    case 46..<49: try damage()
    default: try? change(copy)
    }
  }

  /// A random change by the user of a copy; a refused one changes nothing.
  private mutating func change(_ copy: SharedCopy) throws {
    let choice = pick(RandomChange.kinds)
    let (first, second, now) = (generator.next(), generator.next(), copy.clock())
    let user = try #require(try copy.signer().user)
    try copy.write { writing in
      try RandomChange(
        writing, by: user, isKeeper: copy.handle == "alice", first, second, at: now
      ).make(choice)
    }
  }

  /// Revokes a key or an invitation, lifts that, or settles a dispute.
  private mutating func changeKeys() throws {
    let service = try copies[pick(2) * 4].service
    let keys = try service.keys().filter { $0.role == .member }
    guard let key = keys.randomElement(using: &generator) else { return }
    if key.state == .disputed, key.kind == .key {
      _ = try service.accept(key.key.hexadecimal, code: nil)
    } else {
      _ = try? service.revoke(
        [key.key.hexadecimal], after: nil, lifting: key.state == .revoked, code: nil)
    }
  }

  /// Signs an invitation, for another user too; one or two keys claim it, and sign later.
  private mutating func claim() throws {
    guard let inviter = signers.randomElement(using: &generator) else { return }
    let copy = copies[pick(copies.count)]
    let others = try copy.store.snapshot { try SharedTables($0.rows).users().map { $0.name } }
    guard let user = pick(3) > 0 ? inviter.user : others.randomElement(using: &generator) else {
      return
    }
    let invitation = BundleForge.Signer(of: user)
    let role: Deed.Role = pick(2) == 0 ? .keeper : .member
    let forge = forge()
    func put(_ act: Deed.Act, by signer: BundleForge.Signer) throws {
      try forge.put(forge.bundle([Deed(act, clock: copy.clock().microseconds)], by: signer))
    }
    try put(.invitation(user: user, key: invitation.key.publicKey.bytes, role: role), by: inviter)
    for _ in 0...pick(2) {
      let new = BundleForge.Signer(of: user)
      try put(.claim(key: new.key.publicKey.bytes, machine: "kitchen"), by: invitation)
      signers.append(new)
    }
  }

  /// Signs what the user of a key may do or not.
  private mutating func bend() throws {
    let copy = copies[pick(copies.count)]
    guard let signer = signers.randomElement(using: &generator) else { return }
    let tables = try copy.store.snapshot { reading in
      let tables = SharedTables(reading.rows)
      return (
        users: try tables.users().map { $0.name }, posts: try tables.posts().compactMap { $0.name },
        keys: try tables.keys().map { KeyPair($0.signingKey, $0.signer) }
      )
    }
    let keeper = try #require(try copies[0].signer().user)
    var bent = BentDeeds(
      users: tables.users, keeper: keeper, posts: tables.posts, keys: tables.keys,
      at: copy.clock(), generator: generator)
    let deeds = (0...pick(6)).map { _ in bent.next() }
    generator = bent.generator
    let forge = forge()
    try forge.put(forge.bundle(deeds, by: signer))
  }

  /// Deletes, cuts or replaces a file, as everybody who reaches the folder can.
  private mutating func damage() throws {
    let paths = try forge().paths()
    guard let path = paths.randomElement(using: &generator) else { return }
    switch pick(3) {
    case 0: try FileManager.default.removeItem(atPath: path)
    case 1:
      try? FileManager.default.copyItem(
        atPath: path, toPath: path.replacing(".", with: ".sync-conflict-20260101-101010-ABCDEFG."))
    default:
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      try bytes.prefix(pick(bytes.count)).write(to: URL(fileURLWithPath: path))
    }
  }

  // MARK: Comparing

  /// Exchanges, and compares the copy with what the bundles of both say.
  private func sync(_ copy: SharedCopy, _ forge: BundleForge) throws {
    try copy.sync(forge.folder)
    try compare(copy, forge)
  }

  private func compare(_ copy: SharedCopy, _ forge: BundleForge) throws {
    let place: Comment = "seed \(seed), step \(step), \(copy.handle)"
    let own = try copy.store.snapshot { try kept(SharedTables($0.rows)) }
    let inFolder = try forge.bundles()
    var all: [FixedBytes<32>: Bundle] = [:]
    for bundle in own.map(\.bundle) + inFolder {
      all[bundle.id]?.addWords(of: bundle)
      if all[bundle.id] == nil { all[bundle.id] = bundle }
    }
    let model = SharedModel(Array(all.values), root: root)
    let difference = try copy.lines().symmetricDifference(model.lines(of: forge.keys.network))
    #expect(difference.isEmpty, place)
    var left: [FixedBytes<32>: Bundle] = [:]
    for (_, bundle) in own {
      left[bundle.id] = bundle
      var expected = try #require(all[bundle.id])
      expected.dropWords(model.wordsToDrop(from: expected))
      #expect(bundle.words.keys == expected.words.keys, place)
    }
    for bundle in inFolder {
      if let left = left[bundle.id] { #expect(bundle.words.keys == left.words.keys, place) }
    }
    try compareTimes(copy, place)
    if copy.handle == "alice" { try compareKeepersWork(copy, model, place) }
  }

  /// The kept bundles, in the order in which they came.
  private func kept(
    _ tables: SharedTables
  ) throws -> [(facts: StoredBundleFacts, bundle: Bundle)] {
    let network = forges[0].keys.network
    var foreign: Set<FixedBytes<16>> = []
    return try tables.bundles().map { facts in
      // A copy whose stream others have continued begins a new one.
      if facts.isOwn { #expect(!foreign.contains(facts.stream), "seed \(seed), step \(step)") }
      if !facts.isOwn { foreign.insert(facts.stream) }
      let stored = try #require(try tables.bundle(facts.id))
      let content = try BundleFile.content(compressed: stored.content)
      return (facts, try Bundle(stored: content, id: facts.hash, of: network))
    }
  }

  /// A keeper's exchange confirms handles and claims that nobody else wants.
  private func compareKeepersWork(
    _ copy: SharedCopy, _ model: SharedModel, _ place: Comment
  ) throws {
    #expect(model.unnamedClaims.isEmpty, place)
    let alice = try copy.signer().user
    let users = try copy.store.snapshot { try SharedTables($0.rows).users() }
    let wishes = Dictionary(grouping: users, by: \.wanted)
    let unconfirmed = users.filter { $0.turn.first == 1 && wishes[$0.wanted]?.count == 1 }
    #expect(unconfirmed.allSatisfy { $0.name == alice || $0.wanted.isEmpty }, place)
  }

  /// No post is dated after its arrival, or much later than it was signed.
  private func compareTimes(_ copy: SharedCopy, _ place: Comment) throws {
    let second: Int64 = 1_000_000
    let now = copy.clock().microseconds
    try copy.store.snapshot { reading in
      let tables = SharedTables(reading.rows)
      let signed = Dictionary(
        try tables.posts().map { ($0.post, $0.at.microseconds) }
      ) { first, _ in first }
      try tables.eachPublicPost { post in
        let at = post.at.microseconds
        let isEarly = at < signed[post.id] ?? at
        #expect(at <= now + second && at <= (signed[post.id] ?? at) + second, place)
        #expect(!isEarly || at > now - 2 * second, place)
      }
    }
  }

  // MARK: The end

  /// Exchanges until each copy has what the others have, and compares all with a newcomer.
  mutating func finish() throws {
    for _ in 0..<3 {
      for copy in copies { try copy.sync(forges[0].folder) }
    }
    let invitation = try copies[0].invite("alice")
    try copies[0].sync(forges[0].folder)
    let newcomer = try SharedCopy.joined(
      invitation, with: forges[0].folder, in: folder.path, clock: clock(of: 0))
    try newcomer.sync(forges[0].folder)
    for copy in copies {
      let place: Comment = "seed \(seed), \(copy.handle)"
      try sync(copy, forges[0])
      #expect(try copy.lines().symmetricDifference(newcomer.lines()).isEmpty, place)
      #expect(try missing(in: copy) == missing(in: newcomer), place)
      let findings = try copy.store.examine(isDeep: true)
      #expect(findings.isEmpty, "\(findings), \(place)")
      #expect(try copy.faults().isEmpty, place)
    }
  }

  /// The words and pictures that a copy lacks: none that another copy has.
  ///
  /// What a deletion took away stays away if the deletion stops counting.
  private func missing(in copy: SharedCopy) throws -> [Int] {
    let facts = try copy.service.facts(for: nil)
    return [facts.missingWords, facts.missingPictures]
  }
}
