import Foundation
import Support

/// Posts, deletes and does chores in a network that others write as well; each sixth process is
/// killed.
struct Keeper {
  /// `HARM` is done here, before the rest of the line.
  static let chores = [
    "doctor --deep", "doctor --repair --yes", "HARM doctor --repair --yes",
    "HARM doctor --repair --yes", "delete-post OWN --yes --as ana",
    "delete-post OWN --yes --as ana",
    "backup COPY --yes", "backup COPY --yes", "doctor --salvage COPY", "doctor --salvage COPY",
    "doctor --salvage COPY", "seed --users 5 --seed NUMBER", "seed --users 5 --seed NUMBER",
    "cache clear", "search x* --count",
  ]
  /// A count that is one too high, and nothing that a repair could not make right.
  static let harm = "UPDATE users SET follower_count = follower_count + 1 WHERE username = 'bob'"

  private let program: Program
  private let number: Int
  private let ledger: Ledger
  private let harm: String
  private var generator: SeededGenerator
  /// Numbers and texts of posts that were told of here, and not deleted.
  private var own: [(number: String, text: String)] = []

  init(_ program: Program, _ number: Int, _ ledger: Ledger, harm: String = harm) {
    (self.program, self.number, self.ledger, self.harm) = (program, number, ledger, harm)
    generator = SeededGenerator(seed: UInt64(number))
  }

  private var path: String { program.home.file("net.db") }

  mutating func work(steps: Int, chores: [String] = chores) throws {
    for step in 0..<steps {
      let text = "x\(number)x\(step)"
      let answer = try run(["post", text, "--as", "ana"])
      if let answer, let id = answer.stdout.split(separator: "\t").first {
        ledger.tell(text)
        own.append((String(id), text))
      }
      try chore(chores.randomElement(using: &generator) ?? "info", copy: "copy\(text).db", step)
    }
  }

  private mutating func chore(_ chore: String, copy: String, _ step: Int) throws {
    var words = chore.replacing("COPY", with: copy).replacing("NUMBER", with: "\(number)\(step)")
      .split(separator: " ").map(String.init)
    if words[0] == "HARM" {
      words.removeFirst()
      try spoil()
    }
    guard let place = words.firstIndex(of: "OWN") else {
      let before = ledger.page
      guard let answer = try run(words) else { return }
      if words.contains(copy) { look(at: copy, before, words) }
      if let aside = answer.stderr.firstMatch(of: /net\.db-damaged-\d+/) {
        look(at: String(aside.0), before, words)
      }
      return
    }
    guard let (number, text) = own.popLast() else { return }
    words[place] = number
    ledger.doom(text)
    if try run(words) != nil { ledger.delete(text) }
  }

  /// Under the program's own lock, since nobody else's writes go with its log.
  private func spoil() throws {
    let lock = DatabaseLock(of: path)
    do {
      // It is closed before the lock goes, for the last to close it clears up.
      try RawDatabase(path).run("PRAGMA busy_timeout = 20000; \(harm)")
    }
    lock.release()
    ledger.noteHarm()
  }

  /// Nil if it was killed before it was done; what is wrong with it is blamed.
  private mutating func run(_ words: [String]) throws -> Answer? {
    let running = try program.start(words)
    let isKilled = Int.random(in: 0..<6, using: &generator) == 0
    if isKilled {
      usleep(UInt32.random(in: 0...40_000, using: &generator))
      running.send(SIGKILL)
    }
    let answer = try running.wait()
    if isKilled, answer.status == 137 { return nil }
    if answer.status == 0 { return answer }
    if words[0] == "doctor", answer.status == 1, tellsOfHarm(answer) { return answer }
    ledger.blame("\(words): \(answer)")
    return nil
  }

  /// Whether an examination tells of nothing but what was spoiled, and a repair that it is well.
  private func tellsOfHarm(_ answer: Answer) -> Bool {
    let lines = answer.stdout.split(separator: "\n")
    for line in lines {
      guard let parts = line.wholeMatch(of: Self.told), let count = Int(parts.1) else {
        return false
      }
      if parts.2 != nil { ledger.noteRepair(of: count) }
    }
    return lines.count == 1
  }

  private static var told: Regex<(Substring, Substring, Substring?)> {
    /user bob: follower_count is (\d+) and should be 0(; repaired)?\./
  }

  private func look(at copy: String, _ before: Ledger.Page, _ words: [String]) {
    do {
      let posts = try posts(in: copy)
      guard let fault = before.fault(of: Set(posts), given: ledger.page) else { return }
      ledger.blame("\(copy) of \(words) \(fault)")
    } catch {
      ledger.blame("\(copy) of \(words): \(error)")
    }
  }

  /// What a repair has put aside is harmed, or it would not have, and so are some backups.
  private func posts(in copy: String) throws -> [String] {
    let path = program.home.file(copy)
    if copy.contains("-damaged-") { return try RawDatabase(path).column("SELECT text FROM posts") }
    return try Judge.posts(in: path) { finding in
      guard case .count(.user(_, handle: "bob"), .followers, _, actual: 0) = finding.fault else {
        return false
      }
      return true
    }
  }
}
