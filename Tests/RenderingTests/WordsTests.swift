import Model
import Rendering
import Testing

@Suite struct `Words for numbers and times` {
  @Test(arguments: [
    (0, "0"), (1, "1"), (999, "999"), (1_000, "1,000"), (1_024, "1,024"), (9_999, "9,999"),
    (10_000, "10K"), (10_049, "10K"), (10_050, "10.1K"), (12_345, "12.3K"), (99_999, "100K"),
    (999_949, "999.9K"), (999_950, "1M"), (1_000_000, "1M"), (1_234_567, "1.2M"),
    (999_949_999, "999.9M"), (999_950_000, "1B"), (2_500_000_000_000, "2.5T"),
    (.max, "9223.4Q"), (-5, "-5"), (-12_345, "-12.3K"),
  ])
  func `counts are exact up to 9,999 and short beyond`(count: Int, text: String) {
    #expect(Magnitude.text(count) == text)
  }

  @Test(arguments: [
    (12, "12"), (999, "999"), (1_234, "1K"), (9_999, "9K"), (12_345, "12K"), (999_949, "999K"),
    (999_950, "1M"), (1_234_567, "1M"),
  ])
  func `where room is short, a count has four letters`(count: Int, text: String) {
    #expect(Magnitude.brief(count) == text)
  }

  @Test func `a noun agrees with its number`() {
    let phrases = [0, 1, 2, 12_345].map { Magnitude.phrase($0, "like") }
    #expect(phrases == ["0 likes", "1 like", "2 likes", "12.3K likes"])
    #expect(Magnitude.phrase(2, "reply", "replies") == "2 replies")
  }

  @Test(
    arguments: [
      (0, "now"), (59_999_999, "now"), (60_000_000, "1m"), (3_599_999_999, "59m"),
      (3_600_000_000, "1h"), (86_399_999_999, "23h"), (86_400_000_000, "1d"),
      (604_799_999_999, "6d"), (604_800_000_000, "1w"), (3_023_999_999_999, "4w"),
      (3_024_000_000_000, "28 Nov"), (25_920_000_000_000, "8 Mar"),
      (26_006_400_000_000, "Mar 2025"),
      (-59_999_999, "now"), (-60_000_000, "in 1m"),
      (-7_200_000_000, "in 2h"), (-172_800_000_000, "in 2d"), (-4_000_000_000_000, "Feb 2026"),
    ] as [(Int64, String)])
  func `times are said as long ago`(microseconds: Int64, text: String) {
    let now = Sample.now.microseconds
    let moment = Moment(microseconds: now - microseconds)
    #expect(RelativeTime.text(moment, in: Traits(width: 80, now: Sample.now)) == text)
  }

  @Test func `a short date is that of the reader's zone`() {
    let moment = Moment(seconds: 1_764_028_799)
    let now = Sample.now
    #expect(RelativeTime.text(moment, in: Traits(width: 80, now: now)) == "24 Nov")
    let ahead = Traits(width: 80, now: now, zone: Zone { _ in 3_600 })
    #expect(RelativeTime.text(moment, in: ahead) == "25 Nov")
  }

  @Test func `dates are those of the reader's zone`() {
    let moment = Moment(seconds: 1_735_688_000)
    #expect(RelativeTime.date(moment, in: .utc) == "2024-12-31")
    #expect(RelativeTime.date(moment, in: Zone { _ in 3_600 }) == "2025-01-01")
  }

  @Test(
    arguments: [
      (1_767_323_045_000_000, "2026-01-02T03:04:05Z"),
      (1_767_323_045_000_001, "2026-01-02T03:04:05.000001Z"),
      (1_767_323_045_120_000, "2026-01-02T03:04:05.120000Z"), (0, "1970-01-01T00:00:00Z"),
      (253_402_300_799_999_999, "9999-12-31T23:59:59.999999Z"),
    ] as [(Int64, String)])
  func `timestamps are RFC 3339 in UTC`(microseconds: Int64, text: String) {
    #expect(Timestamp.utc(Moment(microseconds: microseconds)) == text)
  }
}
