import Foundation
import Support

/// Posts, deletes and runs maintenance commands in a network with other writers.
///
/// One in six of its processes is killed.
struct MaintenanceWorker {
  /// `DAMAGE` runs the damaging statement before the rest of the line.
  static let chores = [
    "doctor --deep", "doctor --repair --yes", "DAMAGE doctor --repair --yes",
    "DAMAGE doctor --repair --yes", "delete-post OWN --yes --as ana",
    "delete-post OWN --yes --as ana",
    "backup COPY --yes", "backup COPY --yes", "doctor --salvage COPY", "doctor --salvage COPY",
    "doctor --salvage COPY", "seed --users 5 --seed NUMBER", "seed --users 5 --seed NUMBER",
    "cache clear", "search x* --count",
  ]
  /// Raises a count by one, which a repair can correct.
  static let damage = "UPDATE users SET follower_count = follower_count + 1 WHERE username = 'bob'"

  private let program: Program
  private let number: Int
  private let log: MaintenanceLog
  private let damage: String
  private var generator: SeededGenerator
  /// The numbers and texts of the worker's acknowledged posts that it has not deleted.
  private var own: [(number: String, text: String)] = []

  init(_ program: Program, _ number: Int, _ log: MaintenanceLog, damage: String = damage) {
    (self.program, self.number, self.log, self.damage) = (program, number, log, damage)
    generator = SeededGenerator(seed: UInt64(number))
  }

  private var path: String { program.home.file("net.db") }

  mutating func work(steps: Int, chores: [String] = chores) throws {
    for step in 0..<steps {
      let text = "x\(number)x\(step)"
      let answer = try run(["post", text, "--as", "ana"])
      if let answer, let id = answer.stdout.split(separator: "\t").first {
        log.addPost(text)
        own.append((String(id), text))
      }
      try run(
        chore: chores.randomElement(using: &generator) ?? "info", copy: "copy\(text).db", step)
    }
  }

  private mutating func run(chore: String, copy: String, _ step: Int) throws {
    var words = chore.replacing("COPY", with: copy).replacing("NUMBER", with: "\(number)\(step)")
      .split(separator: " ").map(String.init)
    if words[0] == "DAMAGE" {
      words.removeFirst()
      try damageCount()
    }
    guard let place = words.firstIndex(of: "OWN") else {
      let before = log.snapshot
      guard let answer = try run(words) else { return }
      if words.contains(copy) { check(copy, before, words) }
      if let aside = answer.stderr.firstMatch(of: /net\.db-damaged-\d+/) {
        check(String(aside.0), before, words)
      }
      return
    }
    guard let (number, text) = own.popLast() else { return }
    words[place] = number
    log.requestDeletion(of: text)
    if try run(words) != nil { log.confirmDeletion(of: text) }
  }

  /// Takes the program's own lock: other writes must not run beside this one.
  private func damageCount() throws {
    let lock = DatabaseLock(of: path)
    do {
      // Closes the database before the lock is released, because the last close removes the log.
      try RawDatabase(path).run("PRAGMA busy_timeout = 20000; \(damage)")
    }
    lock.release()
    log.addDamage()
  }

  /// Runs a command and logs an unexpected answer; nil after that or a kill.
  private mutating func run(_ words: [String]) throws -> Answer? {
    let running = try program.start(words)
    let isKilled = Int.random(in: 0..<6, using: &generator) == 0
    if isKilled {
      running.kill(at: .now + .microseconds(Int.random(in: 0...40_000, using: &generator)))
    }
    let answer = try running.wait()
    if isKilled, answer.status == 137 { return nil }
    if answer.status == 0 { return answer }
    if words[0] == "doctor", answer.status == 1, reportsOnlyDamage(answer) { return answer }
    log.addFault("\(words): \(answer)")
    return nil
  }

  /// Whether an examination or a repair reports nothing but the damaged count.
  private func reportsOnlyDamage(_ answer: Answer) -> Bool {
    let lines = answer.stdout.split(separator: "\n")
    for line in lines {
      guard let parts = line.wholeMatch(of: Self.repairLine), let count = Int(parts.1) else {
        return false
      }
      if parts.2 != nil { log.addRepairs(count) }
    }
    return lines.count == 1
  }

  private static var repairLine: Regex<(Substring, Substring, Substring?)> {
    /user bob: follower_count is (\d+) and should be 0(; repaired)?\./
  }

  private func check(_ copy: String, _ before: MaintenanceLog.Snapshot, _ words: [String]) {
    do {
      let posts = try posts(in: copy)
      guard let fault = before.fault(of: Set(posts), given: log.snapshot) else { return }
      log.addFault("\(copy) of \(words) \(fault)")
    } catch {
      log.addFault("\(copy) of \(words): \(error)")
    }
  }

  /// Reads the posts of a copy, which may hold the damaged count; a repair's copy is not examined.
  private func posts(in copy: String) throws -> [String] {
    let path = program.home.file(copy)
    if copy.contains("-damaged-") { return try RawDatabase(path).column("SELECT text FROM posts") }
    return try NetworkContents.posts(in: path) { finding in
      guard case .count(.user(_, handle: "bob"), .followers, _, actual: 0) = finding.fault else {
        return false
      }
      return true
    }
  }
}
