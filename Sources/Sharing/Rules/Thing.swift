package import Model

/// A thing that deeds change: the deeds on one thing decide together what it is.
package enum Thing: Hashable {
  /// The name of the network.
  case network
  /// Who may sign for whom.
  case keys
  case user(LastingName)
  case post(LastingName)
  /// The reports of a post that are settled.
  case reports(of: LastingName)
  case edge(SharedEdge)

  /// The bytes in the column `thing` of the stored deeds.
  package var bytes: [UInt8] {
    switch self {
    case .network: [Letter.network.rawValue]
    case .keys: [Letter.keys.rawValue]
    case .user(let name): [Letter.user.rawValue] + name.array
    case .post(let name): [Letter.post.rawValue] + name.array
    case .reports(let name): [Letter.reports.rawValue] + name.array
    case .edge(let edge):
      Thing.edgePrefix(of: edge.kind, to: edge.target) + edge.source.array
    }
  }

  /// The first byte of all users.
  static let userPrefix = [Letter.user.rawValue]

  /// The first bytes of all edges of a kind to one user or post.
  package static func edgePrefix(of kind: EdgeChange.Kind, to target: LastingName) -> [UInt8] {
    [kind.letter] + target.array
  }

  /// The order in which things are looked at.
  package enum Phase: CaseIterable {
    case users, posts, edges
  }

  package var phase: Phase {
    switch self {
    case .network, .keys, .user: .users
    case .post: .posts
    case .reports, .edge: .edges
    }
  }

  /// Nil for bytes of another form, in a damaged file.
  package init?(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return nil }
    let name = LastingName(Array(bytes.dropFirst().prefix(16)))
    switch (Letter(rawValue: first), bytes.count, name) {
    case (.network, 1, _): self = .network
    case (.keys, 1, _): self = .keys
    case (.user, 17, let name?): self = .user(name)
    case (.post, 17, let name?): self = .post(name)
    case (.reports, 17, let name?): self = .reports(of: name)
    case (nil, 33, let target?):
      guard let kind = EdgeChange.Kind(letter: first), let source = LastingName(Array(bytes[17...]))
      else {
        return nil
      }
      self = .edge(SharedEdge(kind, from: source, to: target))
    default: return nil
    }
  }

  private enum Letter: UInt8 {
    case network = 0x6E
    case keys = 0x6B
    case user = 0x75
    case post = 0x70
    case reports = 0x73
  }
}

extension EdgeChange.Kind {
  /// The first byte of the edges.
  fileprivate var letter: UInt8 {
    switch self {
    case .follow: 0x66
    case .like: 0x6C
    case .repost: 0x72
    case .flag: 0x67
    }
  }

  fileprivate init?(letter: UInt8) {
    guard let kind = Self.allCases.first(where: { $0.letter == letter }) else { return nil }
    self = kind
  }
}

extension Thing {
  /// The thing that a deed changes; nil if the deed has no actor.
  ///
  /// `line` is that of the deed; `signer` is nil for the root.
  package init?(of deed: Deed, line: [UInt8], by signer: LastingName?) {
    switch deed.act {
    case .network: self = .network
    case .key, .invitation, .claim, .revoke: self = .keys
    case .user(let user): self = .user(user.user)
    case .removeUser(let user): self = .user(user)
    case .delete(let post): self = .post(post)
    case .edit(let edit): self = .post(edit.post)
    case .settle(let post): self = .reports(of: post)
    case .profile, .post, .edge:
      guard let actor = deed.vouchedFor ?? signer else { return nil }
      switch deed.act {
      case .post: self = .post(Deed.postName(author: actor, line: line))
      case .edge(let edge): self = .edge(SharedEdge(edge.kind, from: actor, to: edge.to))
      default: self = .user(actor)
      }
    }
  }
}

extension Deed {
  /// Whether the user signed for themself; a new profile counts as vouched for.
  package var isOwn: Bool { vouchedFor == nil && act.kind != .user }
}

/// An edge between lasting names.
package struct SharedEdge: Hashable, Sendable {
  package let kind: EdgeChange.Kind
  package let source: LastingName
  /// The name of a user or a post.
  package let target: LastingName

  package init(_ kind: EdgeChange.Kind, from source: LastingName, to target: LastingName) {
    (self.kind, self.source, self.target) = (kind, source, target)
  }
}

/// The order of deeds on one thing: the greatest wins.
package struct Rank: Comparable, Sendable {
  /// `own`, clock, bundle and place, so that comparing bytes compares them in turn.
  package let bytes: [UInt8]

  package init(isOwn: Bool, clock: Int64, bundle: FixedBytes<32>, place: Int) {
    bytes =
      [isOwn ? 1 : 0] + Rank.bigEndian(clock) + bundle.array
      + Rank.bigEndian(Int64(place)).suffix(4)
  }

  package init(of deed: Deed, at place: Int, in bundle: FixedBytes<32>) {
    self.init(isOwn: deed.isOwn, clock: deed.clock, bundle: bundle, place: place)
  }

  package static func < (left: Rank, right: Rank) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  package init(stored bytes: [UInt8]) { self.bytes = bytes }

  private static func bigEndian(_ number: Int64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
  }

  /// The clock, bundle and place: the order without `own`.
  package var turn: [UInt8] { Array(bytes.dropFirst()) }
  /// The bundle and place: the order of deeds that make the same thing.
  package var position: [UInt8] { Array(bytes.dropFirst(9)) }

  package var clock: Int64 {
    bytes.dropFirst().prefix(8).reduce(0) { $0 << 8 | Int64($1) }
  }
}
