import Foundation
import Model
import NetworkSupport
import Services
import Storage
import Support
import Testing

@Suite(.timeLimit(.minutes(10))) struct ObservationTests {
  @Test func `the first state comes at once`() throws {
    let fixture = try Fixture("ana", "bob")
    _ = try fixture.network.follow("bob", "ana")
    let sightings = Sightings()
    let observation = try fixture.network.users.observeProfile(
      of: "ana", as: "bob", onChange: sightings.add)
    try sightings.wait { $0 == 1 }
    let expected = try fixture.network.users.profile(of: "ana", as: "bob")
    #expect(sightings.all.map(\.result) == [.success(expected)])
    withExtendedLifetime(observation) {}
  }

  @Test func `a change by another process is seen`() throws {
    let fixture = try Fixture("ana", "bob")
    let sightings = Sightings()
    let observation = try fixture.network.users.observeProfile(
      of: "ana", as: .nobody, onChange: sightings.add)
    try sightings.wait { $0 == 1 }
    let program = try Program(database: fixture.path, user: "bob")
    #expect(try program.run("follow", "ana").status == 0)
    try sightings.wait(for: Counts(followers: 1))
    #expect(try program.run("unfollow", "ana").status == 0)
    try sightings.wait(for: Counts(followers: 0))
    withExtendedLifetime(observation) {}
  }

  @Test func `each of several changes is seen, including likes`() throws {
    let fixture = try Fixture("ana", "bob")
    let other = try fixture.another()
    let sightings = Sightings()
    let observation = try fixture.network.users.observeProfile(
      of: nil, as: "ana", onChange: sightings.add)
    let changes: [() throws -> Void] = [
      {}, { _ = try other.post("hello", by: "ana") }, { _ = try other.like("bob", 1) },
      { _ = try other.follow("bob", "ana") }, { _ = try fixture.network.follow("ana", "bob") },
      { _ = try other.unlike("bob", 1) }, { _ = try other.deletePost("ana", 1) },
    ]
    for (number, change) in changes.enumerated() {
      try change()
      try sightings.wait { $0 == number + 1 }
    }
    #expect(
      sightings.all.map(\.counts) == [
        Counts(), Counts(posts: 1), Counts(posts: 1, likes: 1),
        Counts(posts: 1, followers: 1, likes: 1),
        Counts(posts: 1, followers: 1, following: 1, likes: 1),
        Counts(posts: 1, followers: 1, following: 1), Counts(followers: 1, following: 1),
      ])
    withExtendedLifetime(observation) {}
  }

  @Test func `an observed user can be renamed and deleted`() throws {
    let fixture = try Fixture("ana")
    let sightings = Sightings()
    let observation = try fixture.network.users.observeProfile(
      of: "ana", as: .nobody, onChange: sightings.add)
    try sightings.wait { $0 == 1 }
    _ = try fixture.network.users.edit(ProfileChanges(handle: "amy"), as: "ana")
    try sightings.wait { $0 == 2 }
    _ = try fixture.network.users.delete("amy")
    try sightings.wait { $0 == 3 }
    #expect(
      sightings.all.map { $0.result.map(\.item.user.handle) } == [
        .success("ana"), .success("amy"), .failure(.noSuchUser("ana", near: nil)),
      ])
    withExtendedLifetime(observation) {}
  }

  @Test func `the removal of the file is reported`() throws {
    let fixture = try Fixture("ana")
    let sightings = Sightings()
    let observation = try fixture.network.users.observeProfile(
      of: "ana", as: .nobody, onChange: sightings.add)
    try sightings.wait { $0 == 1 }
    try FileManager.default.removeItem(atPath: fixture.path)
    try sightings.wait { $0 == 2 }
    #expect(
      sightings.all.last?.result == .failure(.storage(.failed(.moved, saved: .nothing))))
    withExtendedLifetime(observation) {}
  }

  @Test func `a missing user can't be observed`() throws {
    let fixture = try Fixture("ana")
    #expect(throws: ServiceError.noSuchUser("anna", near: "ana")) {
      try fixture.network.users.observeProfile(of: "anna", as: .nobody) { _ in }
    }
  }

  /// Runs in its own process, where nothing else opens descriptors or starts threads.
  @Test func `a released observation closes its descriptors and threads`() async {
    await #expect(processExitsWith: .success) {
      let fixture = try Fixture("ana", "bob")
      _ = try fixture.network.follow("ana", "bob")
      // A released observation is closed on its own queue, soon after.
      func observeAndDrop() throws {
        let sightings = Sightings()
        var observation: ProfileObservation? = try fixture.network.users.observeProfile(
          of: "ana", as: .nobody, onChange: sightings.add)
        try sightings.wait { $0 == 1 }
        withExtendedLifetime(observation) {}
        observation = nil
        try waitUntil { try watches() == 0 }
      }
      // The first observation starts threads and descriptors that Dispatch keeps.
      try observeAndDrop()
      let threads = try names(in: "/proc/self/task").count
      let descriptors = try names(in: "/proc/self/fd").count
      for _ in 0..<50 { try observeAndDrop() }
      // SQLite keeps a few descriptors of a file for its next connections, because closing one
      // would drop the locks of all; Dispatch keeps idle threads for some seconds, but not one for
      // each.
      #expect(try names(in: "/proc/self/fd").count <= descriptors + 4)
      #expect(try names(in: "/proc/self/task").count < threads + 32)
    }
  }
}

private func names(in folder: String) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder)
}

/// The number of this process's descriptors that wait for changes of files.
private func watches() throws -> Int {
  try names(in: "/proc/self/fd").count { name in
    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
    return target?.contains("inotify") == true
  }
}

/// The states that an observation has reported so far.
private final class Sightings: @unchecked Sendable {
  struct Sighting {
    let result: Result<Entry<Profile>, ServiceError>

    var counts: Counts? { try? result.get().item.user.counts }
  }

  struct Overdue: Error {
    let seen: Int
  }

  /// Guards `sightings`.
  private let condition = NSCondition()
  private var sightings: [Sighting] = []

  var all: [Sighting] {
    condition.withLock { sightings }
  }

  @Sendable func add(_ result: Result<Entry<Profile>, ServiceError>) {
    condition.withLock {
      sightings.append(Sighting(result: result))
      condition.broadcast()
    }
  }

  /// Waits until the latest state has these counts; a close of the file may report it twice.
  func wait(for counts: Counts) throws {
    try wait { _ in sightings.last?.counts == counts }
  }

  /// Waits until enough states were reported.
  func wait(until isEnough: (Int) -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: Duration.ample / .seconds(1))
    try condition.withLock {
      while !isEnough(sightings.count) {
        guard condition.wait(until: deadline) else { throw Overdue(seen: sightings.count) }
      }
    }
  }
}
