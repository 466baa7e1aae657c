import Foundation
import Support
import Testing

/// Kills a program at evenly spaced moments, up to one and a half times its usual duration.
struct KillSweep {
  let rounds: Int
  private let usual: Duration
  /// The number of rounds in which the program had finished before the kill.
  private(set) var ended = 0

  /// `work` runs the program once without a kill, to measure its duration.
  init(rounds: Int, of work: () throws -> Void) rethrows {
    self.rounds = rounds
    usual = try ContinuousClock().measure(work)
  }

  /// Waits for the moment of the round, kills all processes, and returns the output of each.
  func kill(_ running: [RunningProgram], in round: Int) throws -> [String] {
    let moment = usual * (3 * (2 * round + 1)) / (4 * rounds)
    usleep(UInt32(moment / .microseconds(1)))
    running.forEach { $0.send(SIGKILL) }
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
