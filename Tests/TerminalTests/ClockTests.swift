import Foundation
import Terminal
import Testing

@Suite struct ClockTests {
  private static let winter: Int64 = 1_768_478_400_000_000  // 2026-01-15T12:00:00Z
  private static let summer: Int64 = 1_784_116_800_000_000  // 2026-07-15T12:00:00Z

  @Test func `the clock is the system's`() {
    let difference = Double(Clock.now()) / 1e6 - Date().timeIntervalSince1970
    #expect(abs(difference) < 5)
  }

  @Test(arguments: [
    ("UTC", 0, 0), ("Asia/Kolkata", 19_800, 19_800), ("America/New_York", -18_000, -14_400),
    ("Europe/Berlin", 3_600, 7_200), ("XXX-05:45", 20_700, 20_700), ("nowhere/at-all", 0, 0),
  ])
  func `the offset follows TZ and the season`(zone: String, winter: Int, summer: Int) async {
    await #expect(processExitsWith: .success) { [zone, winter, summer] in
      setenv("TZ", zone, 1)
      #expect(Clock.offset(atMicroseconds: ClockTests.winter) == winter)
      #expect(Clock.offset(atMicroseconds: ClockTests.summer) == summer)
    }
  }

  @Test func `the offset changes at the very second`() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", "Europe/Berlin", 1)
      let change: Int64 = 1_774_746_000_000_000  // 2026-03-29T01:00:00Z
      #expect(Clock.offset(atMicroseconds: change - 1) == 3_600)
      #expect(Clock.offset(atMicroseconds: change) == 7_200)
    }
  }

  @Test func `times before 1970 have an offset`() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", "Asia/Kolkata", 1)
      #expect(Clock.offset(atMicroseconds: -1) == 19_800)
    }
  }
}
