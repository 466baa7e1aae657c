import Crypto
import Foundation
import Model
import Sharing
import Storage
import Support
import Testing

/// Which keys a keeper's sync confirms, and what a change of keys takes along.
@Suite struct NamedKeyTests {
  private let network: SharedPair
  private let alice: SharedCopy
  private let forge: BundleForge

  init() throws {
    network = try SharedPair()
    (alice, forge) = (network.alice, network.forge)
  }

  private func name(_ handle: String) throws -> LastingName {
    try alice.store.snapshot { reading in
      let id = try #require(try reading.userID(ifAny: try Handle(handle)))
      return try #require(try SharedTables(reading.rows).user(id)?.name)
    }
  }

  private func put(_ acts: [Deed.Act], by signer: BundleForge.Signer) throws {
    try forge.put(forge.bundle(acts.map { Deed($0, clock: 1) }, by: signer))
  }

  /// The states of the keys of users, as `bob key valid`.
  private func states() throws -> [String] {
    try alice.service.keys().filter { $0.user != nil }
      .map { "\($0.user?.text ?? "") \($0.kind) \($0.state)" }.sorted()
  }

  // MARK: Pairs of a key and a user

  /// Invites bob and dina with one key, and claims both invitations.
  private func claim(bob: SigningKey, dina: SigningKey) throws {
    let invitation = FixedBytes<32>.random()
    let key = SigningKey(seed: invitation).publicKey.bytes
    let users = try [name("bob"), name("dina")]
    let namings = users.map { Deed.Act.invitation(user: $0, key: key, role: .member) }
    try put(namings, by: try alice.signer())
    for claims in [[bob, dina], [.init(seed: .random()), .init(seed: .random())]] {
      for (user, claiming) in zip(users, claims) {
        try put(
          [.claim(key: claiming.publicKey.bytes, machine: "")],
          by: BundleForge.Signer(of: user, seed: invitation))
      }
      // The first claims are confirmed, so the others change nothing.
      try alice.sync(forge.folder)
    }
  }

  @Test func `one key that claims invitations of two users is confirmed for both`() throws {
    let key = SigningKey(seed: .random())
    try claim(bob: key, dina: key)
    let states = try alice.service.keys().filter { $0.key == key.publicKey.bytes }.map(\.state)
    #expect(states == [.valid, .valid])
  }

  @Test func `two keys that claim one key's invitations of two users are confirmed`() throws {
    let keys = [SigningKey(seed: .random()), SigningKey(seed: .random())]
    try claim(bob: keys[0], dina: keys[1])
    let named = Set(keys.map(\.publicKey.bytes))
    let states = try alice.service.keys().filter { named.contains($0.key) }.map(\.state)
    #expect(states == [.valid, .valid])
  }

  @Test func `revoking a key of one user leaves what it named for another`() throws {
    let key = FixedBytes<32>.random()
    try claim(bob: SigningKey(seed: key), dina: SigningKey(seed: key))
    let bob = BundleForge.Signer(of: try name("bob"), seed: key)
    let invitation = SigningKey(seed: .random()).publicKey.bytes
    try put([.invitation(user: try name("bob"), key: invitation, role: .member)], by: bob)
    try alice.sync(forge.folder)
    _ = try alice.service.revoke(["@dina"], after: nil, lifting: false, code: nil)
    let state = try alice.service.keys().first { $0.key == invitation }?.state
    #expect(state == .unused)
    #expect(try states().count { $0 == "dina key revoked" } >= 1)
  }

  // MARK: What a change takes along

  @Test func `a revoked key takes along the machines that it invited`() throws {
    let invitation = try network.bob.invite("bob")
    try network.bob.sync(forge.folder)
    let other = try SharedCopy.joined(
      invitation, with: forge.folder, in: network.home.path, clock: alice.clock)
    try other.sync(forge.folder)
    // Names the new machine's key by a deed of the keeper.
    try alice.sync(forge.folder)
    let own = try network.bob.signer().key.publicKey.bytes.hexadecimal
    _ = try alice.service.revoke([own], after: nil, lifting: false, code: nil)
    #expect(
      try states() == [
        "alice key valid", "bob invitation revoked", "bob invitation valid", "bob key revoked",
        "bob key revoked",
      ])
  }

  @Test func `what a member signed in vain counts after they become a keeper`() throws {
    let bob = try network.bob.signer()
    let name = Deed(.network(name: "Bakers"), clock: alice.clock().microseconds)
    try forge.put(forge.bundle([name], by: bob))
    #expect(try alice.sync(forge.folder).refused == [.unfit: 1])
    #expect(try alice.service.facts(for: nil).name == "Marlowe")
    let key = Deed.Act.key(
      user: try #require(bob.user), key: bob.key.publicKey.bytes, role: .keeper, machine: "")
    try put([key], by: BundleForge.Signer(of: nil, seed: network.code.rootSeed))
    try alice.sync(forge.folder)
    #expect(try alice.service.facts(for: nil).name == "Bakers")
  }

  @Test func `a key that a stranger names makes no refused file be read again`() throws {
    let stranger = BundleForge.Signer(of: try name("bob"))
    try forge.put(forge.bundle([Samples.post("hello")], by: stranger))
    #expect(try alice.sync(forge.folder).refused == [.stranger: 1])
    let key = Deed.Act.key(
      user: try name("bob"), key: stranger.key.publicKey.bytes, role: .member, machine: "")
    try put([key], by: stranger)
    #expect(try alice.sync(forge.folder).refused == [.stranger: 1])
  }
}
