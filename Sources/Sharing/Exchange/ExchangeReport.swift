package import Files
package import Model
internal import Storage

/// Why something in a folder is not used.
package enum ExchangeRefusal: Int, CaseIterable, Sendable {
  /// Not the bytes of such a file.
  case unreadable = 1
  /// A wrong id, signature, root or words.
  case forged
  /// Of a key that no deed names.
  case stranger
  case revoked
  /// A deed against the rules.
  case unfit

  package var name: String {
    switch self {
    case .unreadable: "unreadable"
    case .forged: "forged"
    case .stranger: "stranger"
    case .revoked: "revoked"
    case .unfit: "unfit"
    }
  }

  /// Whether a later deed about keys may change it.
  var mayChange: Bool { self == .stranger || self == .revoked }
}

/// What an exchange with a folder did.
package struct ExchangeReport: Sendable {
  package var sentBundles = 0
  package var sentChanges = 0
  package var receivedBundles = 0
  package var receivedChanges = 0
  /// The users whose bundles came in, by handle.
  package var receivedFrom: [Handle] = []
  package var refused: [ExchangeRefusal: Int] = [:]
  /// All files that are not used, with the reason of each.
  package var refusedFiles: [(path: String, reason: ExchangeRefusal)] = []
  package var newUsers: [Handle] = []
  /// New keys of users who had one, with the names of their machines.
  package var newMachines: [(user: Handle, machine: String)] = []
  /// Users who got another handle because somebody has theirs.
  package var renamed: [(wanted: String, handle: Handle)] = []
  package var unsent = 0
  /// The keys of this machine that are revoked or disputed.
  package var lostKeys: [LostKey] = []
  /// Why the folder could not be written; it was read all the same.
  package var obstacle: FileError?
}

/// The users, keys and handles of a network, to find what an exchange changed.
struct ExchangeFacts {
  let users: [LastingName: (handle: Handle, wanted: String)]
  let keys: [KeyPair: String]

  init(_ tables: SharedTables) throws {
    var handles: [User.ID: Handle] = [:]
    for row in try tables.handles() { handles[row.id] = row.handle }
    var users: [LastingName: (handle: Handle, wanted: String)] = [:]
    for user in try tables.users() {
      guard let handle = handles[user.user], !user.wanted.isEmpty else { continue }
      users[user.name] = (handle, user.wanted)
    }
    self.users = users
    var keys: [KeyPair: String] = [:]
    for key in try tables.keys() where !key.isInvitation {
      keys[KeyPair(key.signingKey, key.signer)] = key.machine
    }
    self.keys = keys
  }
}

extension ExchangeReport {
  /// Adds what a merge received, and how it changed people and keys.
  mutating func add(
    _ merge: Merge, _ read: [ExchangeFolder.File: ExchangeRefusal?],
    _ before: ExchangeFacts, _ after: ExchangeFacts
  ) {
    for case .some(let refusal) in read.values { refused[refusal, default: 0] += 1 }
    if merge.unfit > 0 { refused[.unfit] = merge.unfit }
    receivedBundles = merge.kept.count
    receivedChanges = merge.keptDeeds
    let signers = Set(merge.kept.compactMap(\.signer))
    receivedFrom = signers.compactMap { after.users[$0]?.handle }.sorted()
    for (name, user) in after.users.sorted(by: { $0.value.handle < $1.value.handle }) {
      guard let old = before.users[name] else {
        newUsers.append(user.handle)
        continue
      }
      if user.handle != old.handle, user.handle.text != user.wanted {
        renamed.append((user.wanted, user.handle))
      }
    }
    let hadKey = Set(before.keys.keys.map(\.user))
    for (pair, machine) in after.keys where before.keys[pair] == nil && hadKey.contains(pair.user) {
      guard let user = after.users[pair.user] else { continue }
      newMachines.append((user.handle, machine))
    }
    newMachines.sort { ($0.user, $0.machine) < ($1.user, $1.machine) }
  }
}
