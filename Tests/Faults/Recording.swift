import Foundation
import Support

/// The recorded file operations of programs in one folder, and the states after a loss of power.
struct Recording {
  private(set) var operations: [Operation]
  private let home: TemporaryFolder
  private var start = Disk()

  /// The database is `net.db`; `bytes` is its content at the start.
  init(of bytes: [UInt8]? = nil, _ commands: (Program) throws -> Void) throws {
    let program = try Recording.program()
    home = program.home
    let logs = try TemporaryFolder()
    if let bytes {
      let path = try home.write(bytes, to: "net.db")
      chmod(path, 0o600)
      var status = stat()
      guard lstat(path, &status) == 0 else { throw SystemFailure("lstat") }
      start.hold(bytes, in: UInt64(status.st_ino), named: path)
    }
    try commands(try FaultLibrary.watching(program, log: logs.file("log")))
    operations = Operation.all(in: try logs.bytes(of: "log"))
  }

  /// A program with a fixed user and a fixed clock, so that each run gives the same rows.
  static func program() throws -> Program {
    var program = try Program(user: "ana", now: "2026-05-01T12:00:00Z")
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    return program
  }

  /// The recording without the syncs of files; the syncs of folders stay.
  var unsynced: Recording {
    var other = self
    other.operations.removeAll { if case .sync = $0 { true } else { false } }
    return other
  }

  /// The recording without the syncs of the network's folder; those of scratch folders stay.
  var nameless: Recording {
    var other = self
    let folder = home.path
    other.operations.removeAll { $0 == .syncFolder(path: folder) }
    return other
  }

  /// The number of different states that a loss of power can leave.
  var states: Int { (operations.count + 1) * Disk.Arrival.allCases.count }

  /// Rebuilds at most `states` states and returns the faults that `check` reports.
  ///
  /// `check` gets the files of the state and the lines written to standard output before it.
  func losses(
    states: Int, check: (TemporaryFolder, [String]) throws -> String?
  ) throws -> [String] {
    var generator = SeededGenerator(seed: 1)
    let all = (0...operations.count).flatMap { place in
      Disk.Arrival.allCases.map { (place: place, arrival: $0) }
    }
    let chosen = Dictionary(
      grouping: all.shuffled(using: &generator).prefix(states), by: \.place)
    var disk = start
    var output: [String] = []
    var losses: [String] = []
    for place in 0...operations.count {
      for (_, arrival) in chosen[place, default: []] {
        let found = try found(disk.files(after: arrival, using: &generator))
        let loss = Result { try check(found, output) }
        switch loss {
        case .success(nil): continue
        case .success(let loss?): losses.append("after \(place) operations, \(arrival): \(loss)")
        case .failure(let error): losses.append("after \(place) operations, \(arrival): \(error)")
        }
      }
      guard place < operations.count else { break }
      disk.apply(operations[place])
      if case .acknowledge(let text) = operations[place] { output.append(text) }
    }
    return losses
  }

  /// Writes the files of the network's folder to a new one, without the shared memory `-shm`.
  private func found(_ files: [String: [UInt8]]) throws -> TemporaryFolder {
    let place = try TemporaryFolder()
    for (path, bytes) in files where path.hasPrefix(home.path + "/") && !path.hasSuffix("-shm") {
      let name = path.dropFirst(home.path.utf8.count + 1)
      if !name.contains("/") { try place.write(bytes, to: String(name)) }
    }
    return place
  }
}
