import Foundation
import Testing

/// Copies that change and exchange at random must be as the rules say, and agree in the end.
///
/// `PROFILECTL_SCHEDULES` is the number of schedules, and `PROFILECTL_SCHEDULE` one of them.
@Suite struct ScheduleTests {
  private static let seeds: [UInt64] = {
    let environment = ProcessInfo.processInfo.environment
    if let one = environment["PROFILECTL_SCHEDULE"].flatMap(UInt64.init) { return [one] }
    return Array(1...(environment["PROFILECTL_SCHEDULES"].flatMap(UInt64.init) ?? 2))
  }()

  @Test(arguments: seeds) func `copies are as a second implementation of the rules says`(
    seed: UInt64
  ) throws {
    var schedule = try Schedule(seed: seed)
    try schedule.run(steps: 60)
    try schedule.finish()
  }
}
