import Foundation
import Support
import Testing

/// Kills a program at moments that lie evenly between its start and one and a half times what it
/// takes here.
struct KillSweep {
  let rounds: Int
  private let usual: Duration
  /// In how many rounds the program had done its work before it was killed.
  private(set) var ended = 0

  /// `work` lets the program run undisturbed.
  init(rounds: Int, of work: () throws -> Void) rethrows {
    self.rounds = rounds
    usual = try ContinuousClock().measure(work)
  }

  /// Waits for the moment of a round, kills them all, and returns what each has said.
  func kill(_ running: [RunningProgram], in round: Int) throws -> [String] {
    let moment = usual * (3 * (2 * round + 1)) / (4 * rounds)
    usleep(UInt32(moment / .microseconds(1)))
    running.forEach { $0.send(SIGKILL) }
    return try running.map { try $0.wait().stdout }
  }

  mutating func note(hasEnded: Bool) {
    if hasEnded { ended += 1 }
  }

  /// A loop whose kills all come too early, or too late, tries nothing; few may do so by chance.
  func expectBothSides() {
    print("kills: \(rounds) rounds, in \(ended) of them behind the end of the work")
    if rounds >= 10 { #expect((1..<rounds).contains(ended)) }
  }
}
