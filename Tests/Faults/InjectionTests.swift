import Foundation
import Support
import Testing

/// Tests each command with each of its file operations failing, torn or being the last.
@Suite struct InjectionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let words: [String]
    let fault: FaultLibrary.Fault

    var testDescription: String { "\(words.joined(separator: " ")), \(fault)" }
  }

  /// Commands tested at many operations; `others` are tested at fewer unless the run is full.
  private static let usual = [["follow", "bob"], ["post", "new"]]
  private static let others = [
    ["like", "1"], ["flag", "1"], ["delete-post", "2", "--yes"], ["delete-user", "bob", "--yes"],
    ["edit-profile", "--bio", "new"], ["seed", "--users", "2", "--posts", "2"], ["cache", "clear"],
    ["doctor", "--repair", "--yes"],
  ]

  static let cases = (usual + others).flatMap { words in
    FaultLibrary.Fault.detectable.map { Case(words: words, fault: $0) }
  }

  /// A closed network with ana and bob, a post of each, seeded users and thumbnails.
  private static let start = Result { () throws -> [UInt8] in
    var program = try Program(user: "bob", now: now)
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    _ = try program.run("create-user", "ana", "bob")
    _ = try program.run("post", "old")
    _ = try program.run("post", "mine", "--as", "ana")
    _ = try program.run("seed", "--users", "3", "--posts", "4", "--pictures", "2")
    return try program.home.bytes(of: "net.db")
  }

  private static let now = "2026-05-01T12:00:00Z"

  /// The rows of the network before and after a command.
  private struct Effect {
    let before: [String]
    let after: [String]
    /// The number of file operations of the command.
    let operations: Int

    init(of words: [String]) throws {
      let program = try InjectionTests.program(for: words)
      let logs = try TemporaryFolder()
      before = try NetworkContents.rows(in: program.home.file("net.db"))
      _ = try FaultLibrary.watching(program, log: logs.file("log")).run(words)
      after = try NetworkContents.rows(in: program.home.file("net.db"))
      operations = try Operation.numbered(in: logs.bytes(of: "log")).count
    }
  }

  /// A program with its own copy of the network, in which `words` change something.
  private static func program(for words: [String] = []) throws -> Program {
    var program = try Program(user: "ana", now: now)
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    chmod(try program.home.write(try start.get(), to: "net.db"), 0o600)
    if isRepair(words) {
      try RawDatabase(program.home.file("net.db")).run("UPDATE users SET like_count = 3")
    }
    return program
  }

  /// The file operations of a command; `lines` is the content of the script `lines`.
  private func operations(of words: [String], lines: String = "") throws -> [Operation] {
    let program = try Self.program()
    try program.home.write(lines, to: "lines")
    let logs = try TemporaryFolder()
    _ = try FaultLibrary.watching(program, log: logs.file("log")).run(words)
    return try Operation.numbered(in: logs.bytes(of: "log"))
  }

  /// `make faults` tests every operation, other runs every sixth or twelfth.
  @Test(arguments: cases)
  func `a failed change leaves the file unchanged and reports it`(given: Case) throws {
    let effect = try Effect(of: given.words)
    #expect(effect.before != effect.after, "the command changes nothing")
    #expect(effect.operations >= 4, "the library counts nothing")
    let step = FaultRun.isFull ? 1 : Self.usual.contains(given.words) ? 6 : 12
    var failures = 0
    for number in stride(from: FaultRun.isFull ? 1 : step - 1, through: effect.operations, by: step)
    {
      let program = try Self.program(for: given.words)
      let faulty = try FaultyRun(program, given.words, at: number, given.fault)
      let answer = faulty.answer
      let rows = try NetworkContents.rows(in: program.home.file("net.db"))
      let place = faulty.place
      #expect([effect.before, effect.after].contains(rows), place)
      check(faulty, of: given.words, isThere: rows == effect.after)
      if !isDone(answer, given.words) { failures += 1 }
      #expect(answer.status == 137 || ![.kill, .tear].contains(given.fault), place)
      // The next change succeeds and the file is sound.
      #expect(try program.run("post", "next").status == 0, place)
      if Self.isRepair(given.words) { _ = try program.run(given.words) }
      #expect(try program.run("doctor", "--deep").status == 0, place)
    }
    #expect(failures > 0, "the library injects no fault")
    print("\(given.testDescription): \(failures) of \(effect.operations) operations ended it")
  }

  /// Tests the check itself.
  @Test func `the check reports a change lost by a disk that drops confirmed writes`() throws {
    let words = ["post", "new"]
    let program = try Self.program()
    let faulty = try FaultyRun(program, words, at: 1, .lose, isLasting: true)
    let rows = try NetworkContents.rows(in: program.home.file("net.db"))
    let after = try Effect(of: words).after
    try expectFound("isThere") { check(faulty, of: words, isThere: rows == after) }
  }

  /// Pairs a failed write with the answer to a failed sync.
  @Test func `the check reports an answer that wrongly says it is not known`() throws {
    let words = ["post", "new"]
    let number = try #require(try operations(of: words).firstIndex(where: \.isSync))
    let synced = try FaultyRun(try Self.program(), words, at: number + 1, .eio)
    let written = try FaultyRun(try Self.program(), words, at: number, .eio)
    #expect(synced.answer.stderr.contains("not known whether"), synced.place)
    check(synced, of: words, isThere: false)
    #expect(written.answer.stderr.contains("othing was saved"), written.place)
    let wrong = FaultyRun(operation: written.operation, answer: synced.answer, number: number)
    try expectFound("isSync") { check(wrong, of: words, isThere: false) }
  }

  private static func isRepair(_ words: [String]) -> Bool { words.first == "doctor" }

  /// A repair that changed something exits with 1.
  private func isDone(_ answer: Answer, _ words: [String]) -> Bool {
    answer.status == (Self.isRepair(words) ? 1 : 0)
  }

  /// Only after a failed sync it is not known what the disk holds.
  private func check(_ faulty: FaultyRun, of words: [String], isThere: Bool) {
    let (answer, place) = (faulty.answer, faulty.place)
    if isDone(answer, words) {
      #expect(isThere, place)
    } else if answer.status == 137 {
      #expect(isThere || answer.stdout.isEmpty, place)
    } else {
      #expect([73, 74, 77].contains(answer.status), place)
      if answer.stderr.contains("othing was saved") {
        #expect(!isThere, place)
      } else if answer.stderr.contains("Saved, but") {
        #expect(isThere, place)
      } else {
        #expect(answer.stderr.contains("not known whether"), place)
        #expect(faulty.operation?.isSync == true, place)
      }
    }
  }

  @Test(arguments: ["post new", "show ana", "users --count", "doctor --deep", "timeline"])
  func `a read error is not reported as damage`(line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    var number = 0
    var isRead = false
    while !isRead {
      number += 1
      for isLasting in [true, false] {
        let answer = try FaultLibrary.watching(
          try Self.program(), at: number, .unread, isLasting: isLasting
        ).run(words)
        let place = "read \(number): \(answer)"
        #expect(answer.status == 0 || answer.status == 74, "\(place)")
        #expect(!answer.stderr.contains("amaged"), "\(place)")
        if isLasting { isRead = answer.status == 0 }
      }
    }
    #expect(number > 3, "the library injects no fault")
  }

  @Test func `a full disk is reported as full at every operation`() throws {
    let words = ["post", "new"]
    var seen: Set<Bool> = []
    for number in 1...(try operations(of: words).count) {
      let answer = try FaultLibrary.watching(try Self.program(), at: number, .enospc).run(words)
      if answer.status == 0 { continue }
      #expect(answer.status == 74, "operation \(number): \(answer)")
      #expect(answer.stderr.contains("df -h"), "operation \(number): \(answer)")
      seen.insert(answer.stderr.contains("not known whether the change was saved"))
    }
    #expect(seen == [false, true], "no fault hit a write, or none hit a sync")
  }

  @Test(
    arguments: [
      ["backup", "copy.db", "--yes"], ["doctor", "--salvage", "copy.db"],
      ["seed", "--users", "3", "--posts", "3", "--db", "copy.db"],
    ], [FaultLibrary.Fault.eio, .enospc])
  func `a failed new file leaves the old one, or the error says that it is not known`(
    words: [String], fault: FaultLibrary.Fault
  ) throws {
    let old = words[0] == "backup" ? Array("old".utf8) : nil
    var seen: Set<Bool> = []
    var isAtTarget = false
    let count = try operations(of: words).count
    // The last operations give the new file its name.
    for number in 1...count where FaultRun.isFull || number % 4 == 0 || number > count - 15 {
      let program = try Self.program()
      if let old { try program.home.write(old, to: "copy.db") }
      let faulty = try FaultyRun(program, words, at: number, fault)
      let (answer, place) = (faulty.answer, faulty.place)
      let isSpoiled = answer.status != 0
      let isNew = (try? program.home.bytes(of: "copy.db")) != old
      #expect(
        isNew == (!isSpoiled || answer.stderr.contains("not known whether that lasts")), place)
      // The source is opened first.
      if answer.stderr.contains("'copy.db'") { isAtTarget = true }
      #expect(
        !isSpoiled || !isAtTarget || answer.stderr.contains("'copy.db'"), place)
      // The next command removes a leftover that could not be removed.
      if faulty.operation?.isRemoval == true {
        _ = try program.run("create-user", "zoe", "--db", "next.db")
      }
      #expect(try program.home.names().filter { $0.hasPrefix(".") } == [], place)
      if isSpoiled { seen.insert(isNew) }
    }
    #expect(seen.contains(false) && isAtTarget, "the library injects no fault")
    #expect(fault != .eio || seen.contains(true), "no fault hit a sync of the folder")
  }

  @Test func `a disk error makes a script with --keep-going fail and report its refused lines`()
    throws
  {
    let words = ["run", "--keep-going", "lines", "--json"]
    let lines = "post new\nfollow nobody\npost newer\n"
    var seen = 0
    for number in 1...(try operations(of: words, lines: lines).count) {
      let program = try Self.program()
      try program.home.write(lines, to: "lines")
      let answer = try FaultLibrary.watching(program, at: number, .eio).run(words)
      let place = "operation \(number): \(answer)"
      #expect(answer.status != 0, "\(place)")
      let summary = answer.stdout.filter { !$0.isWhitespace }
      let isRefused = summary.contains(#""refused":1,"#)
      if answer.stderr.contains("not known whether the change was saved") {
        #expect(isRefused == answer.stderr.contains("no_such_user"), "\(place)")
        seen += 1
      }
    }
    #expect(seen > 0, "no fault hit the sync of a commit")
  }

  @Test(arguments: [["run"], ["run", "--atomic"]])
  func `a script counts the lines that may or may not be saved`(
    words: [String]
  ) throws {
    let words = words + ["lines", "--json"]
    var seen = 0
    for number in 1...(try operations(of: words, lines: "post new\n").count) {
      let program = try Self.program()
      try program.home.write("post new\n", to: "lines")
      let answer = try FaultLibrary.watching(program, at: number, .eio).run(words)
      let isUnknown = answer.stderr.contains("not known whether the change was saved")
      let summary = answer.stdout.filter { !$0.isWhitespace }
      let place = "operation \(number): \(answer)"
      #expect(summary.contains(#""unknown":\#(isUnknown ? 1 : 0)}"#), "\(place)")
      #expect(!isUnknown || summary.contains(#""refused":0"#), "\(place)")
      seen += isUnknown ? 1 : 0
    }
    #expect(seen > 0, "no fault hit the sync of a commit")
  }

  @Test func `a new file replaces no other where renameat2 supports no flags`() throws {
    let program = try FaultLibrary.watching(try Self.program(), at: nil, .plain)
    let made = try program.run("create-user", "zoe", "--db", "new.db")
    #expect(made.status == 0, "\(made)")
    try program.home.write("taken", to: "taken.db")
    #expect(try program.run("seed", "--users", "3", "--db", "taken.db").status == 65)
    let running = try program.run("doctor", "--salvage", "taken.db")
    #expect(running.status == 73)
    #expect(try program.home.bytes(of: "taken.db") == Array("taken".utf8))
    #expect(try program.home.names().filter { $0.hasPrefix(".") } == [])
  }
}
