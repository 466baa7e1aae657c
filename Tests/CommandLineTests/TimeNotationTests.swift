import CommandLine
import Model
import Rendering
import Support
import Testing

@testable import profilectl

@Suite struct TimeNotationTests {
  private let clock = LocalClock(now: SampleCommands.noon)

  @Test(arguments: [
    ("2026-05-01", "2026-05-01T00:00:00Z"),
    ("2024-02-29", "2024-02-29T00:00:00Z"),
    ("1970-01-01", "1970-01-01T00:00:00Z"),
    ("2026-05-01T12:34:56Z", "2026-05-01T12:34:56Z"),
    ("2026-05-01t12:34:56z", "2026-05-01T12:34:56Z"),
    ("2026-05-01 12:34:56Z", "2026-05-01T12:34:56Z"),
    ("2026-05-01T12:34:56.5Z", "2026-05-01T12:34:56.500000Z"),
    ("2026-05-01T12:34:56.123456789Z", "2026-05-01T12:34:56.123456Z"),
    ("2026-05-01T12:34:56+02:00", "2026-05-01T10:34:56Z"),
    ("2026-05-01T00:30:00+05:30", "2026-04-30T19:00:00Z"),
    ("2026-12-31T23:00:00-01:30", "2027-01-01T00:30:00Z"),
    ("9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999Z"),
    ("-3d", "2026-04-28T12:00:00Z"),
    ("-2h", "2026-05-01T10:00:00Z"),
    ("-15m", "2026-05-01T11:45:00Z"),
    ("-2w", "2026-04-17T12:00:00Z"),
    ("-30s", "2026-05-01T11:59:30Z"),
    ("+1d", "2026-05-02T12:00:00Z"),
    ("-0d", "2026-05-01T12:00:00Z"),
    ("2026-05-01T12:34Z", "2026-05-01T12:34:00Z"),
    ("2026-05-01 12:34", "2026-05-01T12:34:00Z"),
    ("2026-05-01T12:34:56", "2026-05-01T12:34:56Z"),
    ("today", "2026-05-01T00:00:00Z"),
    ("yesterday", "2026-04-30T00:00:00Z"),
  ])
  func `a time is read`(typed: String, meaning: String) {
    #expect(TimeNotation.moment(Array(typed.utf8), clock).map(Timestamp.utc) == meaning)
  }

  @Test(arguments: [
    "", "-", "+", "d", "-d", "3d", "-3", "-3y", "- 3d", "-3d ", "--3d", "-9999999999d",
    "-999999999w", "tomorrow", "Today", "2026", "2026-5-1", "2026-05", "2026-13-01", "2026-02-29",
    "2026-00-10", "20260501", "2026-05-01T", "2026-05-01 12", "2026-05-01 12:3",
    "2026-05-01 12:34:",
    "2026-05-01T24:00:00Z", "2026-05-01T12:60:00Z", "2026-05-01T12:34:60Z",
    "2026-05-01T12:34:56.Z", "2026-05-01T12:34:56+2:00", "2026-05-01T12:34:56+24:00",
    "2026-05-01T12:34:56+02:60", "2026-05-01T12:34:56Zx", "1969-12-31", "0000-01-01",
    "1970-01-01T00:00:00+00:01", "٢٠٢٦-05-01",
  ])
  func `anything else is no time`(typed: String) {
    #expect(TimeNotation.moment(Array(typed.utf8), clock) == nil)
  }

  /// Berlin in 2026: summer time begins on 29 March at 01:00 UTC and ends on 25 October.
  private static let berlin: @Sendable (Moment) -> Int = { moment in
    (1_774_746_000..<1_792_890_000).contains(moment.microseconds / 1_000_000) ? 7_200 : 3_600
  }

  @Test(arguments: [
    ("2026-05-01", "2026-04-30T22:00:00Z"),
    ("2026-11-20 14:00", "2026-11-20T13:00:00Z"),
    ("2026-11-20T14:00:00Z", "2026-11-20T14:00:00Z"),
    ("2026-11-20T14:00+05:30", "2026-11-20T08:30:00Z"),
    ("today", "2026-04-30T22:00:00Z"),
    ("yesterday", "2026-04-29T22:00:00Z"),
    // A skipped hour moves forward; a repeated one means its first occurrence.
    ("2026-03-29 02:30", "2026-03-29T01:30:00Z"),
    ("2026-03-29 03:00", "2026-03-29T01:00:00Z"),
    ("2026-10-25 02:30", "2026-10-25T00:30:00Z"),
    ("2026-10-25 03:00", "2026-10-25T02:00:00Z"),
  ])
  func `a time without a zone is local`(typed: String, meaning: String) {
    let clock = LocalClock(now: SampleCommands.noon, offset: Self.berlin)
    #expect(TimeNotation.moment(Array(typed.utf8), clock).map(Timestamp.utc) == meaning)
  }

  @Test func `the day is that of the local clock`() {
    // 2026-05-01T22:30:00Z is the second of May in Berlin.
    let clock = LocalClock(now: Moment(seconds: 1_777_674_600), offset: Self.berlin)
    let today = TimeNotation.moment(Array("today".utf8), clock).map(Timestamp.utc)
    #expect(today == "2026-05-01T22:00:00Z")
  }

  @Test(arguments: UInt64(1)...200)
  func `what is written is read back`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let range = Moment.storable.lowerBound.microseconds...Moment.storable.upperBound.microseconds
    let moment = Moment(microseconds: .random(in: range, using: &random))
    #expect(TimeNotation.moment(Array(Timestamp.utc(moment).utf8), clock) == moment)
  }
}
