import Crypto
import Foundation
import Model
import Sharing
import Storage
import Support
import Testing

/// Rows that another program put into a keeper's file must not make the keeper sign anything.
@Suite struct PlantedRowTests {
  private let network: SharedPair
  private let alice: SharedCopy
  private let forge: BundleForge
  /// A key that claims an invitation, and the invitation.
  private let thief: BundleForge.Signer
  private let invitation: BundleForge.Signer

  init() throws {
    network = try SharedPair()
    (alice, forge) = (network.alice, network.forge)
    let bob = try network.bob.signer().user
    (thief, invitation) = (BundleForge.Signer(of: bob), BundleForge.Signer(of: bob))
  }

  // MARK: Attacks

  private var naming: Deed {
    get throws {
      let user = try #require(invitation.user)
      return Deed(
        .invitation(user: user, key: invitation.key.publicKey.bytes, role: .member), clock: 1)
    }
  }

  private var claim: Bundle {
    let act = Deed.Act.claim(key: thief.key.publicKey.bytes, machine: "thief")
    return forge.bundle([Deed(act, clock: 1)], by: invitation)
  }

  /// A bundle that says it is of one key, and is signed with another.
  private func forged(
    _ deeds: [Deed], of key: FixedBytes<32>, user: LastingName?
  ) throws -> Bundle {
    let signer = BundleForge.Signer(of: user)
    let content = String(decoding: forge.bundle(deeds, by: signer).content(), as: UTF8.self)
      .replacing(signer.key.publicKey.bytes.hexadecimal, with: key.hexadecimal)
    let header = try #require(content.split(separator: "\n").first)
    return try Bundle(
      stored: Array(content.utf8), id: Hash.sha256(Array(header.utf8)), of: forge.keys.network)
  }

  /// Makes all rows as they are if these bundles arrived with right signatures.
  private func merge(_ bundles: [Bundle], root: FixedBytes<32>? = nil) throws {
    try change { target, tables in
      if let root {
        var sharing = try #require(try tables.sharing())
        sharing.root = root
        try target.put(sharing)
      }
      let merge = try Merge(into: target, at: alice.clock())
      for bundle in bundles { try merge.add(bundle, isOwn: false) }
      #expect(try merge.settle().isEmpty)
    }
  }

  /// Stores the rows of a bundle, with another signer in the columns.
  private func put(_ bundle: Bundle, as signer: BundleForge.Signer) throws {
    try change { target, tables in
      var row = StoredBundle()
      row.facts.id = try #require(try tables.newestBundle()).id + 1
      (row.facts.hash, row.facts.stream) = (bundle.id, bundle.header.stream)
      (row.facts.number, row.facts.signer) = (bundle.header.number, signer.user)
      row.facts.signingKey = signer.key.publicKey.bytes
      row.content = BundleFile.compressed(bundle.content())
      try target.put(row)
      var deed = StoredDeed()
      deed.thing = Thing.keys.bytes
      deed.rank = Rank(isOwn: true, clock: 1, bundle: bundle.id, place: 0).bytes
      deed.bundle = row.facts.id
      try target.put(deed)
    }
  }

  private func putKey(of signer: BundleForge.Signer, machine: String? = nil) throws {
    try change { target, _ in
      var row = StoredSharedKey()
      row.signingKey = signer.key.publicKey.bytes
      row.signer = try #require(signer.user)
      (row.isInvitation, row.machine) = (machine == nil, machine ?? "")
      try target.put(row)
    }
  }

  private func change(_ body: (any MergeTarget, SharedTables) throws -> Void) throws {
    try alice.write { writing in
      let target = try #require(writing.engine as? any MergeTarget)
      try body(target, SharedTables(writing.reading.rows))
    }
  }

  private func expectRefusal() throws {
    let before = try signed()
    #expect(throws: StorageError.file(.damaged)) { try alice.sync(forge.folder) }
    #expect(try signed() == before)
  }

  /// The number of bundles that the keeper has signed.
  private func signed() throws -> Int {
    let key = try alice.signer().key.publicKey.bytes
    return try alice.store.snapshot { reading in
      try SharedTables(reading.rows).bundles().count { $0.signingKey == key }
    }
  }

  // MARK: Claims

  @Test func `an invitation that the root did not sign is not confirmed`() throws {
    let root = SigningKey(seed: network.code.rootSeed).publicKey.bytes
    try merge([try forged([naming], of: root, user: nil), claim])
    try expectRefusal()
  }

  @Test func `an invitation of another root is not confirmed`() throws {
    let root = BundleForge.Signer(of: nil)
    let keeper = try alice.signer()
    let user = try #require(keeper.user)
    let key = Deed.Act.key(
      user: user, key: keeper.key.publicKey.bytes, role: .keeper, machine: "desk")
    try merge(
      [try forge.bundle([Deed(key, clock: 1), naming], by: root), claim],
      root: root.key.publicKey.bytes)
    try expectRefusal()
  }

  @Test func `an invitation that no deed names is not confirmed`() throws {
    try putKey(of: invitation)
    try put(claim, as: invitation)
    try expectRefusal()
  }

  @Test func `an invitation in a bundle of another signer is not confirmed`() throws {
    let keeper = try alice.signer()
    try put(try forge.bundle([naming], by: thief), as: keeper)
    try put(claim, as: invitation)
    try putKey(of: invitation)
    try putKey(of: thief, machine: "thief")
    try expectRefusal()
  }

  // MARK: Handles

  @Test func `a handle that its user did not sign is not confirmed`() throws {
    let bob = try network.bob.signer()
    let change = ProfileChange(handle: try Handle("eve"))
    let clock = alice.clock().microseconds
    try merge([
      try forged(
        [Deed(.profile(change), clock: clock)], of: bob.key.publicKey.bytes, user: bob.user)
    ])
    try expectRefusal()
  }

  @Test func `a handle that another user wants is not confirmed`() throws {
    let before = try signed()
    let change = ProfileChange(handle: try Handle("dina"))
    let clock = alice.clock().microseconds
    try forge.put(
      forge.bundle([Deed(.profile(change), clock: clock)], by: try network.bob.signer()))
    try self.change { target, tables in
      var dina = try #require(try tables.users().first { $0.wanted == "dina" })
      dina.wanted = "carol"
      try target.put(dina)
    }
    try alice.sync(forge.folder)
    #expect(try signed() == before)
  }
}
