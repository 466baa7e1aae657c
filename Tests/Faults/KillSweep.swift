import Foundation
import Support
import Testing

/// Kills a program at evenly spaced moments, up to one and a half times its usual duration.
struct KillSweep {
  let rounds: Int
  private let usual: Duration
  private let isPlanted: Bool
  /// The number of rounds in which the program had finished before the kill.
  private(set) var ended = 0

  /// `work` runs the program once without a kill, to measure its duration.
  ///
  /// A planted program is killed when it says so.
  init(rounds: Int, isPlanted: Bool = false, of work: () throws -> Void) rethrows {
    self.rounds = rounds
    self.isPlanted = isPlanted
    usual = isPlanted ? .zero : try ContinuousClock().measure(work)
  }

  /// The end of a planted program, which waits for its kill.
  static let plantEnd = "\necho planted\nexec tail -f /dev/null"

  /// Kills all processes at the moment of the round, and returns the output of each.
  func kill(_ running: [RunningProgram], in round: Int) throws -> [String] {
    let moment = ContinuousClock.now + usual * (3 * (2 * round + 1)) / (4 * rounds)
    for one in running {
      if isPlanted { try one.read { $0.contains("planted") } }
      one.kill(at: moment)
    }
    return try running.map { try $0.wait().stdout }
  }

  mutating func note(hasEnded: Bool) {
    if hasEnded { ended += 1 }
  }

  /// Expects kills both before and after the end of the work, unless there are too few rounds.
  func expectBothSides() {
    print("kills: \(rounds) rounds, in \(ended) of them after the end of the work")
    if rounds >= 10 { #expect((1..<rounds).contains(ended)) }
  }
}
