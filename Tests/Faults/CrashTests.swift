import Foundation
import Support
import Testing

/// Power loss at any write: what was acknowledged is there, and nothing else but the change under
/// way.
@Suite struct CrashTests {
  private static let states =
    Int(ProcessInfo.processInfo.environment["PROFILECTL_STATES"] ?? "") ?? 45

  /// Made, written by many commands and by scripts, closed after each.
  private static let posts = Result {
    try Recording { program in
      _ = try program.run("create-user", "ana")
      for number in 1...4 { _ = try program.run("post", "t\(number)") }
      let script = (5...40).map { "post t\($0)\n" }.joined()
      _ = try program.run("run", "-", input: script)
      let long = (41...60).map { "post t\($0)\n" }.joined()
      _ = try program.run("run", "--atomic", "-", input: long)
    }
  }

  @Test func `no state of the disk lacks what was acknowledged`() throws {
    let recording = try Self.posts.get()
    #expect(recording.operations.contains { if case .sync = $0 { true } else { false } })
    let losses = try recording.losses(states: Self.states, judge: judgePosts)
    #expect(losses == [])
    report(recording)
  }

  /// The harness itself: without the syncs it must report losses.
  @Test func `a disk that is never told to sync loses what was acknowledged`() throws {
    let unsynced = try Self.posts.get().unsynced
    #expect(try !unsynced.losses(states: 30, judge: judgePosts).isEmpty)
  }

  /// The sync of a scratch folder must not be taken for that of the folder the file lies in.
  @Test func `a disk that is never told to keep names loses a new file`() throws {
    let nameless = try Self.posts.get().nameless
    let losses = try nameless.losses(states: 30, judge: judgePosts)
    #expect(losses.contains { $0.hasSuffix("there is no file") })
  }

  /// The posts are the first so many: all that were acknowledged, and no part of what was under
  /// way.
  private func judgePosts(_ found: TemporaryFolder, told: [String]) throws -> String? {
    let acknowledged = told.joined().split(separator: "\n").count { $0.hasSuffix("\tposted") }
    guard try found.names().contains("net.db") else {
      return acknowledged == 0 ? nil : "there is no file"
    }
    let posts = try Judge.posts(in: found.file("net.db"))
    guard posts == (0..<posts.count).map({ "t\($0 + 1)" }) else { return "not in order: \(posts)" }
    // The last script is one change.
    if posts.count > 40, posts.count < 60 { return "a part of an atomic script: \(posts.count)" }
    return posts.count >= acknowledged ? nil : "\(posts.count) of \(acknowledged) posts"
  }

  /// Each is one change, and tells of it with one write.
  private static let deeds = [
    "create-user ana bob cleo", "follow bob cleo", "follow ana --as bob", "post one",
    "seed --users 3 --posts 5 --pictures 2", "post two --private", "like 2 3 4", "flag 2",
    "edit-profile --rename anna --bio bread", "unfollow bob --as anna",
    "unlike 3 --as anna", "delete-post 1 --yes --as anna", "delete-user cleo --yes", "cache clear",
    "backup copy.db",
  ].map { $0.split(separator: " ").map(String.init) }

  @Test func `no state of the disk holds a part of a deed`() throws {
    let twin = try Recording.program()
    // There is no file before the first.
    var rows: [[String]] = [[]]
    for deed in Self.deeds {
      let answer = try twin.run(deed)
      #expect(answer.status == 0, "\(deed): \(answer)")
      rows.append(try Judge.rows(in: twin.home.file("net.db")))
    }
    let recording = try Recording { program in
      for deed in Self.deeds { _ = try program.run(deed) }
    }
    let told = recording.operations.count { if case .acknowledge = $0 { true } else { false } }
    #expect(told == Self.deeds.count, "a deed does not tell of itself with one write")
    let judge = { (found: TemporaryFolder, told: [String]) in
      try Self.judge(found, rows, acknowledged: told.count)
    }
    let losses = try recording.losses(states: Self.states, judge: judge)
    #expect(losses == [])
    #expect(try !recording.unsynced.losses(states: 30, judge: judge).isEmpty)
    report(recording)
  }

  /// The rows are those behind what was acknowledged, or behind what was under way.
  private static func judge(
    _ found: TemporaryFolder, _ rows: [[String]], acknowledged: Int
  ) throws -> String? {
    let names = try found.names()
    guard names.contains("net.db") else { return acknowledged == 0 ? nil : "there is no file" }
    _ = try Judge.posts(in: found.file("net.db"))
    let seen = try Judge.rows(in: found.file("net.db"))
    let isNew = acknowledged == 0 && !seen.contains { $0.hasPrefix("users: ") }
    guard isNew || rows[acknowledged...].prefix(2).contains(seen) else {
      return "neither before nor behind \(deeds[min(acknowledged, deeds.count - 1)])"
    }
    guard names.contains("copy.db") else {
      return acknowledged < deeds.count ? nil : "there is no copy"
    }
    _ = try Judge.posts(in: found.file("copy.db"))
    return try Judge.rows(in: found.file("copy.db")) == rows.last ? nil : "another copy"
  }

  @Test func `no state of the disk holds a part of a repair, or a repair without its copy`() throws
  {
    let program = try Recording.program()
    let path = program.home.file("net.db")
    for deed in Self.deeds.prefix(9) { _ = try program.run(deed) }
    try RawDatabase(path).run(
      """
      PRAGMA ignore_check_constraints = 1;
      UPDATE users SET follower_count = follower_count + 1, post_count = 0;
      DELETE FROM post_words_data WHERE id > 10;
      """)
    let harmed = try program.home.bytes(of: "net.db")
    let before = try Judge.rows(in: path)
    _ = try program.run("doctor", "--deep", "--repair", "--yes")
    let after = try Judge.rows(in: path)
    #expect(before != after)
    let recording = try Recording(of: harmed) { program in
      _ = try program.run("doctor", "--deep", "--repair", "--yes")
    }
    let judge = { (found: TemporaryFolder, told: [String]) -> String? in
      let rows = try Judge.rows(in: found.file("net.db"))
      guard rows == after else { return rows == before && told.isEmpty ? nil : "not repaired" }
      _ = try Judge.posts(in: found.file("net.db"))
      let copy = found.file("net.db-damaged-1")
      guard try found.names().contains("net.db-damaged-1") else { return "there is no copy" }
      return try Judge.rows(in: copy) == before ? nil : "another copy"
    }
    let losses = try recording.losses(states: Self.states, judge: judge)
    #expect(losses == [])
    let nameless = try recording.nameless.losses(states: 30, judge: judge)
    #expect(nameless.contains { $0.hasSuffix("there is no copy") })
    report(recording)
  }

  @Test func `no state of the disk lacks a copy that was told of`() throws {
    let program = try Recording.program()
    _ = try program.run("create-user", "ana")
    _ = try program.run("post", "t1")
    let bytes = try program.home.bytes(of: "net.db")
    let recording = try Recording(of: bytes) { _ = try $0.run("backup", "copy.db") }
    let judge = { (found: TemporaryFolder, told: [String]) -> String? in
      guard try found.names().contains("copy.db") else {
        return told.isEmpty ? nil : "there is no copy"
      }
      return try Judge.posts(in: found.file("copy.db")) == ["t1"] ? nil : "another copy"
    }
    #expect(try recording.losses(states: Self.states, judge: judge) == [])
    let nameless = try recording.nameless.losses(states: recording.states, judge: judge)
    #expect(nameless.contains { $0.hasSuffix("there is no copy") })
    report(recording)
  }

  private func report(_ recording: Recording) {
    let tried = min(Self.states, recording.states)
    print("crash states tried: \(tried) of \(recording.states)")
  }
}
