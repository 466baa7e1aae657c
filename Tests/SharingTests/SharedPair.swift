import Crypto
import Foundation
import Model
import Sharing
import Storage
import Support
import Testing

/// A keeper and a member who exchange through one folder.
final class SharedPair {
  let home: TemporaryFolder
  let forge: BundleForge
  let code = RecoveryCode.random()
  let alice: SharedCopy
  let bob: SharedCopy
  /// The invitation with which bob joined.
  let invitation: Invitation
  /// A post of alice.
  let post: LastingName

  init() throws {
    home = try TemporaryFolder()
    let ticks = SlowClock()
    let folder = home.file("exchange")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    forge = BundleForge(keys: NetworkKeys(rootSeed: code.rootSeed), folder: folder)
    alice = try SharedCopy.started(
      by: "alice", with: ["dina"], in: home.path, code: code, clock: ticks.next)
    post = try alice.post("the first loaf")
    invitation = try alice.invite("bob")
    try alice.sync(folder)
    bob = try SharedCopy.joined(invitation, with: folder, in: home.path, clock: ticks.next)
    try exchange()
  }

  /// Exchanges until both have everything.
  func exchange() throws {
    for copy in [bob, alice, bob] { try copy.sync(forge.folder) }
  }
}
