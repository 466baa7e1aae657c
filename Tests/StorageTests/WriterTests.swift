import Dispatch
import Foundation
import Model
import NetworkSupport
import SQLite
import Services
import Storage
import Support
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct WriterTests {
  @Test func `a removed file is neither read nor written, and not created again`()
    throws
  {
    let fixture = try Fixture("ana", "bob")
    #expect(rename(fixture.path, fixture.folder.file("elsewhere.db")) == 0)
    let before = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).sorted()
    #expect(throws: ServiceError.storage(.failed(.moved, saved: .nothing))) {
      try fixture.network.users.find(nil, as: .nobody, PageRequest(limit: 1))
    }
    #expect(throws: ServiceError.storage(.failed(.moved, saved: .nothing))) {
      try fixture.network.follow("ana", "bob")
    }
    #expect(throws: ServiceError.storage(.failed(.moved, saved: .nothing))) {
      try fixture.network.follows.follow([item("bob")], as: "ana", BulkMode(keepsGoing: true))
    }
    let after = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path).sorted()
    #expect(after == before)
    #expect(rename(fixture.folder.file("elsewhere.db"), fixture.path) == 0)
    _ = try fixture.network.follow("ana", "bob")
  }

  @Test func `a deed whose third step fails leaves no trace`() throws {
    let fixture = try Fixture("ana", "bob")
    try fixture.poison("username = 'bob'")
    let before = try fixture.raw().dump()
    #expect(throws: ServiceError.refused(input: "bob", reason: .storage(.file(.damaged)))) {
      try fixture.network.follow("ana", "bob")
    }
    #expect(try fixture.raw().dump() == before)
    #expect(try fixture.network.follow("bob", "ana") == .followed)
  }

  @Test func `a failed write does not affect others in its commit`() throws {
    let people = (1...300).map { "user\($0)" }
    let fixture = try Fixture(["ana"] + people)
    try fixture.poison("id > 1 AND id % 2 = 0")
    let report = try fixture.network.follows.follow(
      people.map(item), as: "ana", BulkMode(keepsGoing: true))
    let expected = people.enumerated().map { index, handle in
      index % 2 == 1
        ? Result.success(Outcome.Result.followed)
        : .failure(ServiceError.refused(input: handle, reason: .storage(.file(.damaged))))
    }
    #expect(report.map(\.outcome) == expected)
    // Valid and failing writes alternate, so that shared commits hold both.
    #expect(fixture.commits.count < people.count)
    let followed = try all { try fixture.network.follows.following(by: "ana", as: .nobody, $0) }
    #expect(
      followed.map(\.user.handle.text)
        == people.enumerated().filter { $0.offset % 2 == 1 }.map(\.element).reversed())
    #expect(try fixture.network.counts(of: "ana") == Counts(following: 150))
  }

  /// SQLite calls the handler after a fixed number of steps, so that without a check short writes
  /// after the interrupted one would succeed.
  @Test func `an interrupted list is saved up to one item`() throws {
    let saved = try [1, 4, 20, 40].map(savedOfList)
    #expect(saved.contains { $0 > 0 })
  }

  private func savedOfList(interruptedAfter patience: Int) throws -> Int {
    let folder = try TemporaryFolder()
    // The handler does not interrupt the creation of the file.
    let count = Atomic(Int.min)
    let network = try Network.create(
      at: folder.file("net.db"), patience: .ofTests,
      interrupts: Interrupts(isAsked: { count.add(1, ordering: .relaxed).newValue > patience })
    ).network
    count.store(0, ordering: .relaxed)
    let people = (1...2_500).map { "user\($0)" }
    let draft = { @Sendable in UserDraft(handle: $0, createdAt: Moment(seconds: 1)) }
    let report = try? network.users.create(
      people.map(item), draft: draft, BulkMode(keepsGoing: true))
    let saved = try RawDatabase(folder.file("net.db")).column(
      "SELECT username FROM users ORDER BY id")
    #expect(saved == Array(people.prefix(saved.count)))
    #expect(saved.count < people.count)
    let done = report?.prefix { (try? $0.get()) != nil }.count ?? 0
    #expect(done == saved.count)
    #expect(report?.dropFirst(done).allSatisfy { $0 == .failure(.storage(.interrupted)) } != false)
    return done
  }

  @Test func `items saved before an interrupt are reported, and no later item is started`() throws {
    let folder = try TemporaryFolder()
    let isAsked = Atomic(false)
    let network = try Network.create(
      at: folder.file("net.db"), patience: .ofTests,
      interrupts: Interrupts(
        beforeCommit: { isAsked.store(true, ordering: .relaxed) },
        isAsked: { isAsked.load(ordering: .relaxed) })
    ).network
    isAsked.store(false, ordering: .relaxed)
    let people = (1...2_500).map { "user\($0)" }
    let draft = { @Sendable in UserDraft(handle: $0, createdAt: Moment(seconds: 1)) }
    let report = try network.users.create(
      people.map(item), draft: draft, BulkMode(keepsGoing: true))
    let saved = try RawDatabase(folder.file("net.db")).column(
      "SELECT username FROM users ORDER BY id")
    #expect(saved == Array(people.prefix(1_000)))
    #expect(report.prefix(1_000).allSatisfy { (try? $0.get()) != nil })
    #expect(report.dropFirst(1_000).allSatisfy { $0 == .failure(.storage(.interrupted)) })
  }

  @Test func `one bad item of an atomic list undoes all`() throws {
    let fixture = try Fixture("ana", "bob", "carl")
    let before = try fixture.raw().dump()
    #expect(
      throws: ServiceError.refused(
        input: "@Dan", reason: .noSuchUser("dan", near: nil))
    ) {
      try fixture.network.follows.follow(
        [item("bob"), BulkItem(input: "@Dan", value: "dan"), item("carl")], as: "ana", BulkMode())
    }
    #expect(try fixture.raw().dump() == before)
  }

  @Test func `a thousand follows from a hundred threads share commits`() throws {
    let people = (0..<1_000).map { "user\($0)" }
    let fixture = try Fixture(["star"] + people)
    // The writing services use only the writer, which accepts writes from any thread.
    nonisolated(unsafe) let network = fixture.network
    let results = SQLite.Mutex<[Outcome.Result?]>([])
    let threads = DispatchGroup()
    for start in stride(from: 0, to: people.count, by: 10) {
      threads.enter()
      Thread.detachNewThread {
        defer { threads.leave() }
        for handle in people[start..<start + 10] {
          let result = try? network.follow(handle, "star")
          results.withLock { $0.append(result) }
        }
      }
    }
    threads.wait()
    #expect(results.withLock { $0 } == Array(repeating: .followed, count: people.count))
    #expect(try fixture.network.counts(of: "star") == Counts(followers: people.count))
    #expect(fixture.commits.count < people.count)
    #expect(try fixture.raw().faults() == [])
  }

  @Test func `a post gets the time of its write, not of its request`() throws {
    let fixture = try Fixture("ana")
    let clock = SQLite.Mutex<Int64>(1)
    let done = DispatchGroup()
    nonisolated(unsafe) let network = fixture.network
    let lock = DatabaseLock(of: fixture.path)
    done.enter()
    Thread.detachNewThread {
      defer { done.leave() }
      guard let text = try? PostText("waits"),
        let draft = PostDraft(text: text, at: Moment(microseconds: clock.withLock { $0 }))
      else { return }
      _ = try? network.posts.publish(draft, as: "ana")
    }
    #expect(lock.waitUntilWanted())
    clock.withLock { $0 = 100 }
    lock.release()
    done.wait()
    #expect(try fixture.raw().column("SELECT at FROM posts") == ["100"])
  }

  @Test func `writes take effect in the order of submission`() throws {
    let fixture = try Fixture()
    let handles = (0..<1_500).map { "user\($0 - ($0 % 10 == 9 ? 1 : 0))" }
    let report = try fixture.network.users.create(
      handles.map(item), draft: { UserDraft(handle: $0, createdAt: Moment(seconds: 1)) },
      BulkMode(keepsGoing: true))
    let expected = handles.enumerated().map { index, handle in
      index % 10 == 9
        ? Result.failure(ServiceError.refused(input: handle, reason: .repeated(input: handle)))
        : .success(Outcome.Result.created)
    }
    #expect(report.map(\.outcome) == expected)
    let users = try fixture.network.users.find(nil, as: .nobody, PageRequest(limit: 2_000)).items
    #expect(
      users.map(\.user.handle.text) == (0..<1_500).filter { $0 % 10 != 9 }.map { "user\($0)" })
    #expect(users.map(\.user.id.number) == Array(1...1_350))
    #expect(fixture.commits.count >= 2, "No commit takes more than a thousand deeds.")
  }

  @Test func `a released network closes its file`() throws {
    let folder = try TemporaryFolder()
    for number in 0..<100 {
      _ = try Network.create(at: folder.file("net.db"), patience: .ofTests).network
        .create("user\(number)")
      #expect(try folder.names() == ["net.db", "net.db-lock"])
    }
  }

  @Test(arguments: Rehearsal.all)
  func `a dry run answers the same and changes nothing`(rehearsal: Rehearsal) throws {
    let fixture = try Fixture("ana", "bob", "carl")
    _ = try fixture.network.post("first", by: "ana", at: 5)
    _ = try fixture.network.post("second", by: "ana", at: 6)
    _ = try fixture.network.follow("ana", "carl")
    _ = try fixture.network.like("ana", 2)
    let before = try fixture.raw().dump()
    let rehearsed = try rehearsal.perform(fixture.network, true)
    #expect(try fixture.raw().dump() == before)
    #expect(rehearsed == (try rehearsal.perform(fixture.network, false)))
    #expect(try fixture.raw().dump() != before)
  }
}

/// A write that has a dry run.
struct Rehearsal: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let perform: @Sendable (Network, Bool) throws -> BulkReport

  /// Each item comes twice, so that the second answer shows the effect of the first.
  static let all =
    [false, true].flatMap { keepsGoing in
      let users = [item("bob"), item("carl"), item("bob")]
      let posts = [item(1), item(2), item(1)]
      let mode = { @Sendable in BulkMode(keepsGoing: keepsGoing, isDryRun: $0) }
      let manner = keepsGoing ? ", one by one" : ""
      return [
        Rehearsal(testDescription: "follow\(manner)") {
          try $0.follows.follow(users, as: "ana", mode($1))
        },
        Rehearsal(testDescription: "unfollow\(manner)") {
          try $0.follows.unfollow(users, as: "ana", mode($1))
        },
        Rehearsal(testDescription: "like\(manner)") {
          try $0.likes.like(posts, as: "ana", at: Moment(seconds: 1), mode($1))
        },
        Rehearsal(testDescription: "unlike\(manner)") {
          try $0.likes.unlike(posts, as: "ana", mode($1))
        },
        Rehearsal(testDescription: "delete-post\(manner)") {
          try $0.posts.delete(keepsGoing ? posts : Array(posts.prefix(2)), as: "ana", mode($1))
        },
        Rehearsal(testDescription: "create-user\(manner)") {
          let new = [item("dan"), item("eve")] + (keepsGoing ? [item("dan"), item("ana")] : [])
          let draft = { @Sendable in UserDraft(handle: $0, createdAt: Moment(seconds: 1)) }
          return try $0.users.create(new, draft: draft, mode($1))
        },
      ]
    } + [
      Rehearsal(testDescription: "post") {
        let draft = try #require(PostDraft(text: PostText("third"), at: Moment(microseconds: 5)))
        return [.success(try $0.posts.publish(draft, as: "ana", isDryRun: $1))]
      },
      Rehearsal(testDescription: "delete-user") {
        [.success(try $0.users.delete("ana", isDryRun: $1))]
      },
    ]
}

extension Fixture {
  /// Makes following the matching users fail, because their next count can't be stored.
  func poison(_ condition: String) throws {
    try raw().run("UPDATE users SET follower_count = \(Int64.max) WHERE \(condition)")
  }
}

extension Result<Outcome, ServiceError> {
  fileprivate var outcome: Result<Outcome.Result, ServiceError> {
    map(\.result)
  }
}
