import Foundation
import Model
import Services
import Storage
import Support
import Synchronization

/// A new network in a temporary folder, or on the server where the engine of the test is one.
package final class Fixture {
  package let folder: TemporaryFolder
  package let network: Network
  package let commits = CommitCounter()
  /// The place of the network.
  package let path: String

  /// Creates a network with these users.
  package convenience init(_ handles: String...) throws {
    try self.init(handles)
  }

  package init(_ handles: [String]) throws {
    folder = try TemporaryFolder()
    path = try Fixture.newPlace(in: folder)
    network = try Network.create(
      at: path, patience: .ofTests,
      interrupts: Interrupts(beforeCommit: { [commits] in commits.add() })
    ).network
    try server?.distribute(path)
    let draft = { @Sendable in UserDraft(handle: $0, createdAt: Moment(seconds: 1)) }
    if !handles.isEmpty {
      _ = try network.users.create(handles.map(item), draft: draft, BulkMode())
    }
    commits.reset()
  }

  /// Opens a copy of a closed network's file.
  package init(content: [UInt8]) throws {
    folder = try TemporaryFolder()
    path = try folder.write(content, to: "net.db")
    network = try Network.open(
      at: path, patience: .ofTests,
      interrupts: Interrupts(beforeCommit: { [commits] in commits.add() }))
  }

  deinit {
    if path.hasPrefix("postgres:") { PostgresServer.shared?.drop(path) }
  }

  private static func newPlace(in folder: TemporaryFolder) throws -> String {
    guard Engine.current == .server, let server = PostgresServer.shared else {
      return folder.file("net.db")
    }
    // The extension Citus can't copy its tables.
    if PostgresServer.usesCitus { return try server.newDatabase() }
    return try server.newDatabase(like: emptyNetwork.get())
  }

  /// A database with an empty network, of which the others are copies.
  private static let emptyNetwork = Result {
    guard let place = try PostgresServer.shared?.newDatabase() else { return "" }
    _ = try Network.create(at: place, patience: .ofTests)
    return place
  }

  /// The same network opened again, as by another process.
  package func another() throws -> Network {
    try Network.open(at: path, patience: .ofTests)
  }

  /// The file of the network; a server has none.
  package func raw() throws -> RawDatabase {
    try RawDatabase(path)
  }

  private var server: PostgresServer? { path.hasPrefix("postgres:") ? .shared : nil }

  /// What is wrong in the stored rows.
  package func faults() throws -> [String] {
    if server == nil { return try raw().faults() }
    return try network.file.examine(isDeep: true).map { "\($0.fault)" }
  }

  /// Every row of every table.
  package func allRows() throws -> [String] {
    guard let server else { return try raw().dump() }
    return try server.dump(path)
  }

  /// One column of an answer to a question in the SQL of the engine.
  package func column(onFile file: String, onServer statement: String) throws -> [String] {
    guard let server else { return try raw().column(file) }
    return try server.run(statement, in: path).split(separator: "\n").map(String.init)
  }
}

/// Counts the commits of a network.
package final class CommitCounter: Sendable {
  private let number = Atomic(0)

  package var count: Int { number.load(ordering: .relaxed) }

  package func add() {
    number.add(1, ordering: .relaxed)
  }

  package func reset() {
    number.store(0, ordering: .relaxed)
  }
}

extension Patience {
  package static let ofTests = Patience(seconds: 30)
}

extension Handle: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) {
    self.init(stored: text)
  }
}

extension Viewer: ExpressibleByStringLiteral {
  package init(stringLiteral handle: String) {
    self = .named(Handle(stored: handle))
  }
}

extension Post.ID: ExpressibleByIntegerLiteral {
  package init(integerLiteral number: Int64) {
    self.init(number)
  }
}

extension Network {
  package func create(_ handle: String) throws(ServiceError) -> Outcome.Result {
    let report = try users.create(
      [item(handle)], draft: { UserDraft(handle: $0, createdAt: Moment(seconds: 1)) }, BulkMode())
    return try report[0].get().result
  }

  package func post(
    _ text: String, by handle: String, isPrivate: Bool = false, at microseconds: Int64 = 1
  ) throws(ServiceError) -> Outcome {
    let draft: PostDraft?
    do {
      draft = PostDraft(
        text: try PostText(text), isPrivate: isPrivate, at: Moment(microseconds: microseconds))
    } catch {
      preconditionFailure("\(error)")
    }
    guard let draft else { throw .emptyPost }
    return try posts.publish(draft, as: .named(Handle(stored: handle)))
  }

  package func follow(_ follower: String, _ followee: String) throws(ServiceError) -> Outcome.Result
  {
    let viewer = Viewer.named(Handle(stored: follower))
    return try follows.follow([item(followee)], as: viewer, BulkMode())[0].get().result
  }

  package func like(_ handle: String, _ number: Int, at: Int64 = 1) throws(ServiceError)
    -> Outcome.Result
  {
    let viewer = Viewer.named(Handle(stored: handle))
    let now = Moment(microseconds: at)
    return try likes.like([item(number)], as: viewer, at: now, BulkMode())[0].get().result
  }

  package func unlike(_ handle: String, _ number: Int) throws(ServiceError) -> Outcome.Result {
    let viewer = Viewer.named(Handle(stored: handle))
    return try likes.unlike([item(number)], as: viewer, BulkMode())[0].get().result
  }

  package func unfollow(_ follower: String, _ followee: String) throws(ServiceError)
    -> Outcome.Result
  {
    let viewer = Viewer.named(Handle(stored: follower))
    return try follows.unfollow([item(followee)], as: viewer, BulkMode())[0].get().result
  }

  package func flag(
    _ handle: String, _ number: Int, reason: Reason? = nil
  ) throws(ServiceError) -> Outcome.Result {
    let viewer = Viewer.named(Handle(stored: handle))
    let now = Moment(seconds: 1)
    do throws(ServiceError) {
      return try edges.draw(
        .flag, to: [item(number)], reason: reason, as: viewer, at: now, BulkMode())[0].get().result
    } catch .refused(_, let reason) {
      throw reason
    } catch {
      throw error
    }
  }

  package func deletePost(_ handle: String, _ number: Int) throws(ServiceError) -> Outcome.Result {
    let viewer = Viewer.named(Handle(stored: handle))
    return try posts.delete([item(number)], as: viewer, BulkMode())[0].get().result
  }

  package func counts(of handle: String) throws(ServiceError) -> Counts {
    try users.profile(of: Handle(stored: handle), as: .nobody).item.user.counts
  }
}

package func item(_ handle: String) -> BulkItem<Handle> {
  BulkItem(input: handle, value: Handle(stored: handle))
}

package func item(_ number: Int) -> BulkItem<Post.ID> {
  BulkItem(input: String(number), value: Post.ID(Int64(number)))
}

/// Every item of a list, read in small pages.
package func all<Item>(_ page: (PageRequest) throws -> Page<Item>) throws -> [Item] {
  var items: [Item] = []
  var request = PageRequest(limit: 3)
  while true {
    let page = try page(request)
    items += page.items
    guard let next = page.next else { return items }
    request.after = next
  }
}

extension Post {
  package var number: Int { Int(id.number) }
}

extension ServiceError {
  /// The contract's code of an error that random deeds can meet.
  package var code: String {
    switch self {
    case .refused(_, let reason): reason.code
    case .userExists: "user_exists"
    case .noSuchUser: "no_such_user"
    case .noSuchPost: "no_such_post"
    case .notYours: "not_yours"
    case .ownTarget: "self"
    case .privatePost: "not_permitted"
    case .unchangeable: "bad_value"
    default: "\(self)"
    }
  }
}

extension FollowService {
  /// Uses a time that no test checks.
  package func follow(
    _ items: [BulkItem<Handle>], as viewer: Viewer, _ mode: BulkMode
  ) throws(ServiceError) -> BulkReport {
    try follow(items, as: viewer, at: Moment(seconds: 1), mode)
  }
}

extension TimelineService {
  package func unseenCount(by viewer: Viewer, now: Moment) throws(ServiceError) -> Int {
    try unseen(by: viewer, now: now).count()
  }

  @discardableResult
  package func markSeen(upTo moment: Moment, by viewer: Viewer) throws(ServiceError) -> Moment? {
    try unseen(by: viewer, now: moment).markSeen(upTo: moment).mark
  }
}

extension PostService {
  package func exploreCount() throws(ServiceError) -> Int { try count(of: .explore, as: .nobody) }

  package func searchCount(_ words: String, as viewer: Viewer) throws(ServiceError) -> Int {
    guard let search = try? PostSearch(words) else { return 0 }
    return try count(of: .search(search), as: viewer)
  }
}
