import Foundation
import Model
import Services
import Support
import Testing

/// Power loss at any write: what was acknowledged is there, and nothing else but the change under
/// way.
@Suite struct CrashTests {
  private static let states =
    Int(ProcessInfo.processInfo.environment["PROFILECTL_STATES"] ?? "") ?? 45

  /// What a network's life looks like to its disk: made, written by many commands and by scripts,
  /// closed after each.
  private static let recording = Result { () throws -> (folder: String, operations: [Operation]) in
    let home = try TemporaryFolder()
    let logs = try TemporaryFolder()
    var program = try Program(user: "ana", home: home)
    program.environment["PROFILECTL_DB"] = home.file("net.db")
    program = try FaultLibrary.watching(program, log: logs.file("log"))
    _ = try program.run("create-user", "ana")
    for number in 1...4 { _ = try program.run("post", "t\(number)") }
    let script = (5...40).map { "post t\($0)\n" }.joined()
    _ = try program.run("run", "-", input: script)
    let long = (41...60).map { "post t\($0)\n" }.joined()
    _ = try program.run("run", "--atomic", "-", input: long)
    return (home.path, Operation.all(in: try logs.bytes(of: "log")))
  }

  @Test func `no state of the disk lacks what was acknowledged`() throws {
    let (folder, operations) = try Self.recording.get()
    #expect(operations.contains { if case .sync = $0 { true } else { false } })
    let losses = try losses(operations, in: folder, states: Self.states)
    #expect(losses == [])
    print("crash states tried: \(Self.states) of \(operations.count) operations")
  }

  /// The harness itself: without the syncs it must report losses.
  @Test func `a disk that is never told to sync loses what was acknowledged`() throws {
    let (folder, operations) = try Self.recording.get()
    let unsynced = operations.filter {
      switch $0 {
      case .sync, .syncFolder: false
      default: true
      }
    }
    #expect(try !losses(unsynced, in: folder, states: 30).isEmpty)
  }

  /// Rebuilds so many states, spread over the whole record, and tells what is wrong in them.
  private func losses(
    _ operations: [Operation], in folder: String, states: Int
  ) throws -> [String] {
    var generator = SeededGenerator(seed: 1)
    var chosen: [Int: [Disk.Arrival]] = [:]
    for state in 0..<states {
      let arrival = Disk.Arrival.allCases[state % 3]
      chosen[Int.random(in: 0...operations.count, using: &generator), default: []].append(arrival)
    }
    var disk = Disk()
    var acknowledged = 0
    var losses: [String] = []
    for place in 0...operations.count {
      for arrival in chosen[place, default: []] {
        let files = disk.files(after: arrival, using: &generator)
        if let loss = try loss(in: files, of: folder, acknowledged) {
          losses.append("after \(place) operations, \(arrival): \(loss)")
        }
      }
      guard place < operations.count else { break }
      disk.apply(operations[place])
      if case .acknowledge(let text) = operations[place] {
        acknowledged += text.split(separator: "\n").count { $0.hasSuffix("\tposted") }
      }
    }
    return losses
  }

  /// The posts are the first so many: all that were acknowledged, and no part of what was under
  /// way.
  private func loss(
    in files: [String: [UInt8]], of folder: String, _ acknowledged: Int
  ) throws -> String? {
    guard files["\(folder)/net.db"] != nil else {
      return acknowledged == 0 ? nil : "there is no file"
    }
    let place = try TemporaryFolder()
    for (path, bytes) in files where path.hasPrefix("\(folder)/net.db") && !path.hasSuffix("-shm") {
      try place.write(bytes, to: String(path.dropFirst(folder.utf8.count + 1)))
    }
    do {
      let posts = try Judge.posts(in: place.file("net.db"))
      guard posts == (0..<posts.count).map({ "t\($0 + 1)" }) else {
        return "not in order: \(posts)"
      }
      // The last script is one change.
      if posts.count > 40, posts.count < 60 { return "a part of an atomic script: \(posts.count)" }
      return posts.count >= acknowledged ? nil : "\(posts.count) of \(acknowledged) posts"
    } catch {
      return "\(error)"
    }
  }
}
