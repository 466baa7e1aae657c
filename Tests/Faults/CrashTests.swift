import Foundation
import Support
import Testing

/// Tests that a power loss at any write keeps every acknowledged change.
///
/// Of the other changes, only the one in progress may survive.
@Suite struct CrashTests {
  private static let states =
    Int(ProcessInfo.processInfo.environment["PROFILECTL_STATES"] ?? "") ?? 45

  /// A new network written by several commands and two scripts, closed after each.
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

  @Test func `every acknowledged post is in every state of the disk`() throws {
    let recording = try Self.posts.get()
    #expect(recording.operations.contains { if case .sync = $0 { true } else { false } })
    let losses = try recording.losses(states: Self.states, check: checkPosts)
    #expect(losses == [])
    report(recording)
  }

  /// Checks the harness: without the syncs it must report losses.
  @Test func `the check reports lost posts when no file is synced`() throws {
    let unsynced = try Self.posts.get().unsynced
    #expect(try !unsynced.losses(states: 30, check: checkPosts).isEmpty)
  }

  /// The sync of a scratch folder must not count as the sync of the database's folder.
  @Test func `the check reports a lost file when its folder is not synced`() throws {
    let nameless = try Self.posts.get().nameless
    let losses = try nameless.losses(states: 30, check: checkPosts)
    #expect(losses.contains { $0.hasSuffix("there is no file") })
  }

  /// Returns an error unless the posts are the first ones written and include all acknowledged.
  ///
  /// The atomic script counts as a whole.
  private func checkPosts(_ found: TemporaryFolder, output: [String]) throws -> String? {
    let acknowledged = output.joined().split(separator: "\n").count { $0.hasSuffix("\tposted") }
    guard try found.names().contains("net.db") else {
      return acknowledged == 0 ? nil : "there is no file"
    }
    let posts = try NetworkContents.posts(in: found.file("net.db"))
    guard posts == (0..<posts.count).map({ "t\($0 + 1)" }) else { return "not in order: \(posts)" }
    // The last script is atomic.
    if posts.count > 40, posts.count < 60 { return "a part of an atomic script: \(posts.count)" }
    return posts.count >= acknowledged ? nil : "\(posts.count) of \(acknowledged) posts"
  }

  /// Commands that each make one change and report it with one write.
  private static let commands = [
    "create-user ana bob cleo", "follow bob cleo", "follow ana --as bob", "post one",
    "seed --users 3 --posts 5 --pictures 2", "post two --private", "like 2 3 4", "flag 2",
    "edit-profile --rename anna --bio bread", "unfollow bob --as anna",
    "unlike 3 --as anna", "delete-post 1 --yes --as anna", "delete-user cleo --yes", "cache clear",
    "backup copy.db",
  ].map { $0.split(separator: " ").map(String.init) }

  @Test func `no state of the disk holds part of a change`() throws {
    let twin = try Recording.program()
    // Before the first command there is no file.
    var rows: [[String]] = [[]]
    for command in Self.commands {
      let answer = try twin.run(command)
      #expect(answer.status == 0, "\(command): \(answer)")
      rows.append(try NetworkContents.rows(in: twin.home.file("net.db")))
    }
    let recording = try Recording { program in
      for command in Self.commands { _ = try program.run(command) }
    }
    let count = recording.operations.count { if case .acknowledge = $0 { true } else { false } }
    #expect(count == Self.commands.count, "a command does not report its change with one write")
    let check = { (found: TemporaryFolder, output: [String]) in
      try Self.check(found, rows, acknowledged: output.count)
    }
    let losses = try recording.losses(states: Self.states, check: check)
    #expect(losses == [])
    #expect(try !recording.unsynced.losses(states: 30, check: check).isEmpty)
    report(recording)
  }

  /// Returns an error unless the rows are those after the last acknowledged command or the next.
  private static func check(
    _ found: TemporaryFolder, _ rows: [[String]], acknowledged: Int
  ) throws -> String? {
    let names = try found.names()
    guard names.contains("net.db") else { return acknowledged == 0 ? nil : "there is no file" }
    _ = try NetworkContents.posts(in: found.file("net.db"))
    let seen = try NetworkContents.rows(in: found.file("net.db"))
    let isNew = acknowledged == 0 && !seen.contains { $0.hasPrefix("users: ") }
    guard isNew || rows[acknowledged...].prefix(2).contains(seen) else {
      return "neither before nor after \(commands[min(acknowledged, commands.count - 1)])"
    }
    guard names.contains("copy.db") else {
      return acknowledged < commands.count ? nil : "there is no copy"
    }
    _ = try NetworkContents.posts(in: found.file("copy.db"))
    return try NetworkContents.rows(in: found.file("copy.db")) == rows.last ? nil : "another copy"
  }

  @Test func `no state of the disk holds part of a repair, or a repair without its copy`() throws {
    let program = try Recording.program()
    let path = program.home.file("net.db")
    for command in Self.commands.prefix(9) { _ = try program.run(command) }
    try RawDatabase(path).run(
      """
      PRAGMA ignore_check_constraints = 1;
      UPDATE users SET follower_count = follower_count + 1, post_count = 0;
      DELETE FROM post_words_data WHERE id > 10;
      """)
    let damaged = try program.home.bytes(of: "net.db")
    let before = try NetworkContents.rows(in: path)
    _ = try program.run("doctor", "--deep", "--repair", "--yes")
    let after = try NetworkContents.rows(in: path)
    #expect(before != after)
    let recording = try Recording(of: damaged) { program in
      _ = try program.run("doctor", "--deep", "--repair", "--yes")
    }
    let check = { (found: TemporaryFolder, output: [String]) -> String? in
      let rows = try NetworkContents.rows(in: found.file("net.db"))
      guard rows == after else { return rows == before && output.isEmpty ? nil : "not repaired" }
      _ = try NetworkContents.posts(in: found.file("net.db"))
      let copy = found.file("net.db-damaged-1")
      guard try found.names().contains("net.db-damaged-1") else { return "there is no copy" }
      return try NetworkContents.rows(in: copy) == before ? nil : "another copy"
    }
    let losses = try recording.losses(states: Self.states, check: check)
    #expect(losses == [])
    let nameless = try recording.nameless.losses(states: 30, check: check)
    #expect(nameless.contains { $0.hasSuffix("there is no copy") })
    report(recording)
  }

  @Test func `an acknowledged backup is in every state of the disk`() throws {
    let program = try Recording.program()
    _ = try program.run("create-user", "ana")
    _ = try program.run("post", "t1")
    let bytes = try program.home.bytes(of: "net.db")
    let recording = try Recording(of: bytes) { _ = try $0.run("backup", "copy.db") }
    let check = { (found: TemporaryFolder, output: [String]) -> String? in
      guard try found.names().contains("copy.db") else {
        return output.isEmpty ? nil : "there is no copy"
      }
      return try NetworkContents.posts(in: found.file("copy.db")) == ["t1"] ? nil : "another copy"
    }
    #expect(try recording.losses(states: Self.states, check: check) == [])
    let nameless = try recording.nameless.losses(states: recording.states, check: check)
    #expect(nameless.contains { $0.hasSuffix("there is no copy") })
    report(recording)
  }

  private func report(_ recording: Recording) {
    let tried = min(Self.states, recording.states)
    print("crash states tried: \(tried) of \(recording.states)")
  }
}
