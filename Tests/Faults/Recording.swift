import Foundation
import Support

/// What programs do to the files of one folder, and what a loss of power leaves of it at any
/// moment.
struct Recording {
  private(set) var operations: [Operation]
  private let home: TemporaryFolder
  private var start = Disk()

  /// The network is `net.db`, and holds these bytes if any are given.
  init(of bytes: [UInt8]? = nil, _ life: (Program) throws -> Void) throws {
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
    try life(try FaultLibrary.watching(program, log: logs.file("log")))
    operations = Operation.all(in: try logs.bytes(of: "log"))
  }

  /// Whose it is, and the time it is, are the same in all of them.
  static func program() throws -> Program {
    var program = try Program(user: "ana", now: "2026-05-01T12:00:00Z")
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    return program
  }

  /// The same on a disk that was never told to sync what is in a file; names of files stay.
  var unsynced: Recording {
    var other = self
    other.operations.removeAll { if case .sync = $0 { true } else { false } }
    return other
  }

  /// The same on a disk that was never told to keep the names in the network's folder; those in
  /// scratch folders are.
  var nameless: Recording {
    var other = self
    let folder = home.path
    other.operations.removeAll { $0 == .syncFolder(path: folder) }
    return other
  }

  /// How many states a loss of power can leave, each of them once.
  var states: Int { (operations.count + 1) * Disk.Arrival.allCases.count }

  /// Rebuilds so many states, or all there are, and tells what is wrong in them.
  ///
  /// The judge gets the files as they are found, and what had been told on standard output.
  func losses(
    states: Int, judge: (TemporaryFolder, [String]) throws -> String?
  ) throws -> [String] {
    var generator = SeededGenerator(seed: 1)
    let all = (0...operations.count).flatMap { place in
      Disk.Arrival.allCases.map { (place: place, arrival: $0) }
    }
    let chosen = Dictionary(
      grouping: all.shuffled(using: &generator).prefix(states), by: \.place)
    var disk = start
    var told: [String] = []
    var losses: [String] = []
    for place in 0...operations.count {
      for (_, arrival) in chosen[place, default: []] {
        let found = try found(disk.files(after: arrival, using: &generator))
        let loss = Result { try judge(found, told) }
        switch loss {
        case .success(nil): continue
        case .success(let loss?): losses.append("after \(place) operations, \(arrival): \(loss)")
        case .failure(let error): losses.append("after \(place) operations, \(arrival): \(error)")
        }
      }
      guard place < operations.count else { break }
      disk.apply(operations[place])
      if case .acknowledge(let text) = operations[place] { told.append(text) }
    }
    return losses
  }

  /// Shared memory is gone with the power.
  private func found(_ files: [String: [UInt8]]) throws -> TemporaryFolder {
    let place = try TemporaryFolder()
    for (path, bytes) in files where path.hasPrefix(home.path + "/") && !path.hasSuffix("-shm") {
      let name = path.dropFirst(home.path.utf8.count + 1)
      if !name.contains("/") { try place.write(bytes, to: String(name)) }
    }
    return place
  }
}
