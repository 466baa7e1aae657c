import Foundation
import Model
import Services
import Support

/// A network in which every list of ana has nine or more items, many with equal keys.
package enum CrowdedNetwork {
  /// The bytes of its file.
  package static let content: [UInt8] = {
    do {
      let folder = try TemporaryFolder()
      let path = folder.file("crowd.db")
      try fill(try Network.create(at: path, patience: .ofTests).network)
      // The network is closed, so that the file holds everything.
      return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      fatalError("The crowded network cannot be made: \(error)")
    }
  }()

  /// Ana and nine friends, hubs whom she follows, and strangers whom the hubs follow.
  private static func fill(_ network: Network) throws {
    let friends = (1...9).map { "f\($0)" }
    let strangers = (1...9).map { "s\($0)" }
    let hubs = ["h1", "h2", "h3"]
    try network.create(["ana"] + hubs + friends + strangers)
    try network.follow("ana", all: hubs + friends)
    for (number, hub) in hubs.enumerated() {
      try network.follow(hub, all: Array(strangers.prefix(9 - 3 * number)))
    }
    for number in 1...9 {
      let at = Int64(number) * 10
      _ = try network.post("word of ana", by: "ana", at: at)
      _ = try network.post("thought", by: "ana", isPrivate: true, at: at + 5)
    }
    for (number, friend) in friends.enumerated() {
      _ = try network.follow(friend, "ana")
      _ = try network.post("word of \(friend)", by: friend, at: Int64(number) * 10 + 107)
      _ = try network.like(friend, 1)
      _ = try network.flag(friend, 1)
    }
    let driver = ServicesDriver(network: network)
    let enemies = (1...9).map { "m\($0)" }
    try network.create(enemies)
    for (number, friend) in friends.enumerated() {
      let at = Int64(number) * 10 + 108
      for (handle, talk) in [
        ("ana", Talk.reply(19 + number, text: "and? #bread @f1", isPrivate: false, at: at)),
        (friend, .reply(1, text: "so #Bread", isPrivate: false, at: at + 1)),
        (friend, .repost(1, at: at + 2)), ("ana", .bookmark(19 + number, at: at)),
        ("ana", .mute(enemies[number], at: at)),
      ] { _ = driver.apply(.talk(handle, talk)) }
    }
    for (posts, at) in [([1, 3, 19, 20, 21], 7), ([5, 22, 23, 24], 3), ([2, 7, 25], 9)] {
      _ = try network.likes.like(
        posts.map(item), as: "ana", at: Moment(microseconds: Int64(at)), BulkMode())
    }
  }

  /// Writes of another process that add items to every list and remove some; there are four turns.
  package struct Churn {
    private let network: Network
    private var turn = 0

    package init(_ network: Network) {
      self.network = network
    }

    package mutating func next() throws {
      turn += 1
      guard turn <= 4 else { return }
      try add()
      try remove()
    }

    private func add() throws {
      let friend = "f1\(turn)"
      try network.create([friend, "s1\(turn)"])
      _ = try network.follow(friend, "ana")
      _ = try network.follow("ana", friend)
      _ = try network.follow("h\(turn % 3 + 1)", "s1\(turn)")
      let driver = ServicesDriver(network: network)
      _ = try network.create("m1\(turn)")
      for (handle, talk) in [
        ("ana", Talk.reply(9, text: "now #bread", isPrivate: false, at: Int64(300 + turn))),
        ("ana", .reply(9, text: "old #bread", isPrivate: false, at: Int64(6 - turn))),
        (friend, .reply(9, text: "me too", isPrivate: false, at: Int64(400 + turn))),
        ("ana", .bookmark(9, at: Int64(500 + turn))), ("ana", .mute("m1\(turn)", at: 500)),
      ] { _ = driver.apply(.talk(handle, talk)) }
      _ = try network.like(friend, 1)
      _ = try network.flag(friend, 1)
      // One after all others, one between them, one before all others.
      for at in [Int64(200 + turn), Int64(20 * turn + 3), Int64(5 - turn)] {
        _ = try network.post("word of \(friend)", by: friend, at: at)
        _ = try network.post("word of ana", by: "ana", at: at)
        let thought = try network.post("thought", by: "ana", isPrivate: true, at: at)
        _ = try network.like("ana", thought.post?.item.number ?? 0, at: at)
      }
    }

    private func remove() throws {
      _ = try network.users.delete(Handle(stored: "f\([5, 2, 8, 6][turn - 1])"))
      _ = try network.users.delete(Handle(stored: "s\([4, 8, 1, 6][turn - 1])"))
      _ = try network.users.delete(Handle(stored: "m\([4, 8, 1, 6][turn - 1])"))
      // Ana's public posts have odd numbers, her private ones even.
      _ = try network.deletePost("ana", [7, 3, 15, 11][turn - 1])
      _ = try network.deletePost("ana", [8, 4, 16, 12][turn - 1])
      _ = try network.deletePost("ana", [31, 28, 40, 34][turn - 1])
      _ = try network.unlike("ana", [5, 2, 1, 19][turn - 1])
    }
  }
}

extension Network {
  package func create(_ handles: [String]) throws {
    let draft = { @Sendable in UserDraft(handle: $0, createdAt: Moment(seconds: 1)) }
    _ = try users.create(handles.map(item), draft: draft, BulkMode())
  }

  package func follow(_ handle: String, all others: [String]) throws {
    _ = try follows.follow(
      others.map(item), as: .named(Handle(stored: handle)), BulkMode())
  }
}
