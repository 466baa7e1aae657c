import Foundation
import Support
import Testing

/// Every file operation of a write fails, tears or is the last, one after the other.
@Suite struct InjectionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let words: [String]
    let fault: FaultLibrary.Fault

    var testDescription: String { "\(words.joined(separator: " ")), \(fault)" }
  }

  /// What must be right at each operation, and what is looked at here and there.
  private static let usual = [["follow", "bob"], ["post", "new"]]
  private static let others = [
    ["like", "1"], ["flag", "1"], ["delete-post", "2", "--yes"], ["delete-user", "bob", "--yes"],
    ["edit-profile", "--bio", "new"], ["seed", "--users", "2", "--posts", "2"], ["cache", "clear"],
    ["doctor", "--repair", "--yes"],
  ]

  static let cases = (usual + others).flatMap { words in
    FaultLibrary.Fault.troubles.map { Case(words: words, fault: $0) }
  }

  /// Ana and bob, with a post each, among others, and thumbnails, closed.
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

  /// What the network is without a command, and with it.
  private struct Effect {
    let before: [String]
    let after: [String]
    /// How many file operations it took.
    let operations: Int

    init(of words: [String]) throws {
      let program = try InjectionTests.program(for: words)
      let logs = try TemporaryFolder()
      before = try Judge.rows(in: program.home.file("net.db"))
      _ = try FaultLibrary.watching(program, log: logs.file("log")).run(words)
      after = try Judge.rows(in: program.home.file("net.db"))
      operations = try Operation.numbered(in: logs.bytes(of: "log")).count
    }
  }

  /// A copy of the network to spoil, in which there is something to do for these words.
  private static func program(for words: [String] = []) throws -> Program {
    var program = try Program(user: "ana", now: now)
    program.environment["PROFILECTL_DB"] = program.home.file("net.db")
    chmod(try program.home.write(try start.get(), to: "net.db"), 0o600)
    if isRepair(words) {
      try RawDatabase(program.home.file("net.db")).run("UPDATE users SET like_count = 3")
    }
    return program
  }

  /// What a command does to the files of the network, for which it may need a script.
  private func operations(of words: [String], lines: String = "") throws -> [Operation] {
    let program = try Self.program()
    try program.home.write(lines, to: "lines")
    let logs = try TemporaryFolder()
    _ = try FaultLibrary.watching(program, log: logs.file("log")).run(words)
    return try Operation.numbered(in: logs.bytes(of: "log"))
  }

  /// Every operation in `make faults`, every sixth or twelfth otherwise.
  @Test(arguments: cases)
  func `a change that fails leaves the file as it was, and says so`(given: Case) throws {
    let effect = try Effect(of: given.words)
    #expect(effect.before != effect.after, "the command changes nothing")
    #expect(effect.operations >= 4, "the library counts nothing")
    let step = FaultRun.isFull ? 1 : Self.usual.contains(given.words) ? 6 : 12
    var failures = 0
    for number in stride(from: FaultRun.isFull ? 1 : step - 1, through: effect.operations, by: step)
    {
      let program = try Self.program(for: given.words)
      let spoiled = try SpoiledRun(program, given.words, at: number, given.fault)
      let answer = spoiled.answer
      let rows = try Judge.rows(in: program.home.file("net.db"))
      let place = spoiled.place
      #expect([effect.before, effect.after].contains(rows), place)
      judge(spoiled, of: given.words, isThere: rows == effect.after)
      if !isDone(answer, given.words) { failures += 1 }
      #expect(answer.status == 137 || ![.kill, .tear].contains(given.fault), place)
      // Whatever happened, the next change is made, in a sound file.
      #expect(try program.run("post", "next").status == 0, place)
      if Self.isRepair(given.words) { _ = try program.run(given.words) }
      #expect(try program.run("doctor", "--deep").status == 0, place)
    }
    #expect(failures > 0, "the library spoils nothing")
    print("\(given.testDescription): \(failures) of \(effect.operations) operations ended it")
  }

  /// The judge's own control.
  @Test func `a disk that lies is found out`() throws {
    let words = ["post", "new"]
    let program = try Self.program()
    let spoiled = try SpoiledRun(program, words, at: 1, .lose, isLasting: true)
    let rows = try Judge.rows(in: program.home.file("net.db"))
    let after = try Effect(of: words).after
    try expectFound("isThere") { judge(spoiled, of: words, isThere: rows == after) }
  }

  /// A write of which the answer would not say whether it was saved, as if it had been a sync.
  @Test func `an answer that does not know what it should is found out`() throws {
    let words = ["post", "new"]
    let number = try #require(try operations(of: words).firstIndex(where: \.isSync))
    let synced = try SpoiledRun(try Self.program(), words, at: number + 1, .eio)
    let written = try SpoiledRun(try Self.program(), words, at: number, .eio)
    #expect(synced.answer.stderr.contains("not known whether"), synced.place)
    judge(synced, of: words, isThere: false)
    #expect(written.answer.stderr.contains("othing was saved"), written.place)
    let wrong = SpoiledRun(operation: written.operation, answer: synced.answer, number: number)
    try expectFound("isSync") { judge(wrong, of: words, isThere: false) }
  }

  private static func isRepair(_ words: [String]) -> Bool { words.first == "doctor" }

  /// A repair tells what it changed by its status.
  private func isDone(_ answer: Answer, _ words: [String]) -> Bool {
    answer.status == (Self.isRepair(words) ? 1 : 0)
  }

  /// Only where the disk was told to sync, and could not, nobody knows what it holds.
  private func judge(_ spoiled: SpoiledRun, of words: [String], isThere: Bool) {
    let (answer, place) = (spoiled.answer, spoiled.place)
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
        #expect(spoiled.operation?.isSync == true, place)
      }
    }
  }

  @Test(arguments: ["post new", "show ana", "users --count", "doctor --deep", "timeline"])
  func `a disk that can't be read is not taken for a damaged file`(line: String) throws {
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
    #expect(number > 3, "the library spoils nothing")
  }

  @Test func `a disk without room is to blame, whatever it was to do`() throws {
    let words = ["post", "new"]
    var seen: Set<Bool> = []
    for number in 1...(try operations(of: words).count) {
      let answer = try FaultLibrary.watching(try Self.program(), at: number, .enospc).run(words)
      if answer.status == 0 { continue }
      #expect(answer.status == 74, "operation \(number): \(answer)")
      #expect(answer.stderr.contains("df -h"), "operation \(number): \(answer)")
      seen.insert(answer.stderr.contains("not known whether the change was saved"))
    }
    #expect(seen == [false, true], "no write or no sync was spoiled")
  }

  @Test(
    arguments: [
      ["backup", "copy.db", "--yes"], ["doctor", "--salvage", "copy.db"],
      ["seed", "--users", "3", "--posts", "3", "--db", "copy.db"],
    ], [FaultLibrary.Fault.eio, .enospc])
  func `a new file that fails leaves the old one, or says that it is not known`(
    words: [String], fault: FaultLibrary.Fault
  ) throws {
    let old = words[0] == "backup" ? Array("old".utf8) : nil
    var seen: Set<Bool> = []
    var isAtTarget = false
    for number in 1...(try operations(of: words).count) {
      let program = try Self.program()
      if let old { try program.home.write(old, to: "copy.db") }
      let spoiled = try SpoiledRun(program, words, at: number, fault)
      let (answer, place) = (spoiled.answer, spoiled.place)
      let isSpoiled = answer.status != 0
      let isNew = (try? program.home.bytes(of: "copy.db")) != old
      #expect(
        isNew == (!isSpoiled || answer.stderr.contains("not known whether that lasts")), place)
      // First the source is opened.
      if answer.stderr.contains("'copy.db'") { isAtTarget = true }
      #expect(
        !isSpoiled || !isAtTarget || answer.stderr.contains("'copy.db'"), place)
      // What could not be removed is removed by whoever comes next.
      if spoiled.operation?.isRemoval == true {
        _ = try program.run("create-user", "zoe", "--db", "next.db")
      }
      #expect(try program.home.names().filter { $0.hasPrefix(".") } == [], place)
      if isSpoiled { seen.insert(isNew) }
    }
    #expect(seen.contains(false) && isAtTarget, "the library spoils nothing")
    #expect(fault != .eio || seen.contains(true), "no sync of the folder was spoiled")
  }

  @Test func `a script that kept going tells what was refused, and does not end well`() throws {
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
    #expect(seen > 0, "no sync of a commit was spoiled")
  }

  @Test(arguments: [["run"], ["run", "--atomic"]])
  func `a script counts the lines of which it is not known whether they are saved`(
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
    #expect(seen > 0, "no sync of a commit was spoiled")
  }

  @Test func `where names can't be given unless they are free, it is asked first`() throws {
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
