import Foundation
import Support
import Testing

/// Tests that a migration cut short by a kill, an error or a power loss leaves one whole version.
///
/// The network has had one version; the program `migrator` has a database of its own with two.
@Suite struct MigrationTests {
  private static let states =
    Int(ProcessInfo.processInfo.environment["PROFILECTL_STATES"] ?? "") ?? 45
  private static let rounds =
    Int(ProcessInfo.processInfo.environment["PROFILECTL_KILLS"] ?? "") ?? 2

  private static let done = "2000 birds have a colour\n"

  private static let old = Result { () throws -> [UInt8] in
    let migrator = try MigrationTests.migrator()
    #expect(try migrator.run("make", "net.db").status == 0)
    return try migrator.home.bytes(of: "net.db")
  }

  private static func migrator() throws -> Program {
    var program = try Program()
    program.executable = Program.path(of: "migrator")
    return program
  }

  /// The fault of a file during or after a migration; `mustBeNew` after an acknowledged one.
  private func fault(of path: String, mustBeNew: Bool) throws -> String? {
    let file = try RawDatabase(path)
    let check = try file.column("PRAGMA integrity_check")
    guard check == ["ok"] else { return "damaged: \(check)" }
    let isNew = try file.column("PRAGMA user_version") == ["2"]
    guard isNew || !mustBeNew else { return "acknowledged and missing" }
    let names = try file.column("SELECT name || sql FROM sqlite_schema").joined()
    guard names.contains("colour") == isNew, names.contains("birds_by_colour") == isNew else {
      return "partly migrated: \(names)"
    }
    let coloured = isNew ? " AND colour IS 'as grey as number ' || id" : ""
    let isWhole = "name = 'wren ' || id" + coloured
    let count = try file.column("SELECT count(*) FROM birds WHERE \(isWhole)")
    return count == ["2000"] ? nil : "\(count) birds"
  }

  /// Opens the file as the next process would, and expects the migration to be complete.
  private func expectCompletion(in program: Program, _ place: Comment) throws {
    let answer = try program.run("open", "net.db")
    #expect(answer.stdout == Self.done, place)
    #expect(try fault(of: program.home.file("net.db"), mustBeNew: true) == nil, place)
  }

  @Test(arguments: [1, 8])
  func `a killed migration leaves the old version or the new one`(processes: Int) throws {
    let sweep = try kills(of: processes, rounds: Self.rounds)
    // The first of eight processes may end before the last has begun.
    if processes == 1 { sweep.expectBothSides() }
  }

  /// Kills migrating processes and expects that the next one completes the migration.
  private func kills(
    of processes: Int, rounds: Int, isPlanted: Bool = false,
    by stand: (Program) throws -> Program = { $0 }
  ) throws -> KillSweep {
    var sweep = try KillSweep(rounds: rounds, isPlanted: isPlanted) {
      let migrator = try Self.migrator()
      try migrator.home.write(try Self.old.get(), to: "net.db")
      _ = try stand(migrator).run("open", "net.db")
    }
    for round in 0..<rounds {
      let migrator = try Self.migrator()
      let path = try migrator.home.write(try Self.old.get(), to: "net.db")
      let killed = try stand(migrator)
      let running = try (0..<processes).map { _ in try killed.start("open", "net.db") }
      let isAcknowledged = try sweep.kill(running, in: round).contains { $0.hasPrefix(Self.done) }
      let fault = try fault(of: path, mustBeNew: isAcknowledged)
      try #require(fault == nil, "round \(round)")
      sweep.note(hasEnded: try RawDatabase(path).column("PRAGMA user_version") == ["2"])
      try expectCompletion(in: migrator, "round \(round)")
    }
    return sweep
  }

  @Test(arguments: [
    (#"printf '\0\0\0\2' | dd of=net.db bs=1 seek=60 conv=notrunc"#, "partly migrated"),
    ("echo '2000 birds have a colour'", "acknowledged and missing"),
    ("dd if=/dev/zero of=net.db bs=4096 seek=2 count=1 conv=notrunc", "malformed"),
    (#"printf '\0\0\0\7' | dd of=net.db bs=1 seek=36 conv=notrunc"#, "damaged: "),
  ])
  func `the check reports a partial migration and one that is acknowledged and missing`(
    plant: String, words: String
  ) throws {
    try expectFound(words) {
      _ = try kills(
        of: 1, rounds: 2, isPlanted: true, by: { try $0.replaced(by: plant + KillSweep.plantEnd) })
    }
  }

  @Test func `no state of the disk holds part of a migration`() throws {
    let recording = try Recording(of: try Self.old.get()) { program in
      var migrator = program
      migrator.executable = Program.path(of: "migrator")
      _ = try migrator.run("open", "net.db")
    }
    let isAcknowledged = recording.operations.contains(.acknowledge(Self.done))
    #expect(isAcknowledged)
    let check = { (found: TemporaryFolder, output: [String]) in
      try fault(of: found.file("net.db"), mustBeNew: !output.isEmpty)
    }
    let losses = try recording.losses(states: Self.states, check: check)
    #expect(losses == [])
    #expect(try !recording.unsynced.losses(states: 30, check: check).isEmpty)
    print("crash states tried: \(min(Self.states, recording.states)) of \(recording.states)")
  }

  /// `make faults` tests every operation, other runs every twelfth.
  @Test(arguments: FaultLibrary.Fault.detectable)
  func `a disk error during a migration leaves the old version or the new one`(
    fault: FaultLibrary.Fault
  ) throws {
    let logs = try TemporaryFolder()
    let whole = try Self.migrator()
    try whole.home.write(try Self.old.get(), to: "net.db")
    _ = try FaultLibrary.watching(whole, log: logs.file("log")).run("open", "net.db")
    let count = try Operation.numbered(in: logs.bytes(of: "log")).count
    let step = FaultRun.isFull ? 1 : 12
    var failures = 0
    for number in stride(from: 1, through: count, by: step) {
      let migrator = try Self.migrator()
      let path = try migrator.home.write(try Self.old.get(), to: "net.db")
      let answer = try FaultLibrary.watching(migrator, at: number, fault).run("open", "net.db")
      if answer.status != 0 { failures += 1 }
      let place: Comment = "operation \(number): \(answer)"
      let isAcknowledged = answer.stdout == Self.done
      #expect(try self.fault(of: path, mustBeNew: isAcknowledged) == nil, place)
      try expectCompletion(in: migrator, place)
    }
    #expect(failures > 0, "the library injects no fault")
    print("migration, \(fault): \(failures) of \(count) operations ended it")
  }

  /// `make faults` kills at every operation, other runs at every fortieth.
  @Test func `a network of version 1 survives a kill at any operation of its migration`() throws {
    let words = ["post", "new"]
    let logs = try TemporaryFolder()
    _ = try FaultLibrary.watching(Self.oldNetwork(), log: logs.file("log")).run(words)
    let count = try Operation.numbered(in: logs.bytes(of: "log")).count
    var killed = 0
    for number in stride(from: 1, through: count, by: FaultRun.isFull ? 1 : 40) {
      let program = try Self.oldNetwork()
      let run = try FaultyRun(program, words, at: number, .kill)
      if run.answer.status != 0 { killed += 1 }
      #expect(try [0, 65].contains(program.run("explore", "--count").status), run.place)
      #expect(try program.run("post", "next").status == 0, run.place)
      #expect(try program.run("doctor", "--deep").stdout == "Nothing is wrong.\n", run.place)
      #expect(try !program.home.names().contains("net.db-migration"), run.place)
    }
    #expect(killed > 2, "the library kills nothing")
  }

  private static func oldNetwork() throws -> Program {
    var program = try Program(user: "alice")
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    let old = URL(fileURLWithPath: "\(Repository.path)/Tests/Fixtures/sample-version-1.db")
    chmod(try program.home.write(Array(Data(contentsOf: old)), to: "net.db"), 0o600)
    return program
  }
}
