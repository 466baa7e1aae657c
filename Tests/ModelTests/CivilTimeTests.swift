import Foundation
import Model
import Support
import Testing

@Suite struct CivilTimeTests {
  @Test(
    arguments: [
      ("1970-01-01", 0),
      ("1969-12-31", -86_400),
      ("2000-02-29", 951_782_400),
      ("1900-02-28", -2_203_977_600),
      ("1900-03-01", -2_203_891_200),
      ("2024-02-29", 1_709_164_800),
      ("2024-12-31", 1_735_603_200),
      ("2038-01-19", 2_147_472_000),
      ("2100-03-01", 4_107_542_400),
      ("0001-01-01", -62_135_596_800),
      ("9999-12-31", 253_402_214_400),
    ] as [(String, Int64)])
  func `a day has its place in time`(day: String, seconds: Int64) throws {
    let parts = day.split(separator: "-").compactMap { Int($0) }
    let time = try #require(CivilTime(year: parts[0], month: parts[1], day: parts[2]))
    #expect(time.moment() == Moment(seconds: seconds))
    #expect(CivilTime(Moment(seconds: seconds)) == time)
  }

  @Test func `the last storable moment is the last of the year 9999`() {
    let last = CivilTime(
      year: 9_999, month: 12, day: 31, hour: 23, minute: 59, second: 59, microsecond: 999_999)
    #expect(CivilTime(Moment.storable.upperBound) == last)
  }

  @Test func `a microsecond before the epoch is in the old year`() {
    let time = CivilTime(
      year: 1_969, month: 12, day: 31, hour: 23, minute: 59, second: 59, microsecond: 999_999)
    #expect(CivilTime(Moment(microseconds: -1)) == time)
    #expect(time?.moment() == Moment(microseconds: -1))
  }

  @Test func `a clock ahead of UTC shows a later time`() throws {
    let moment = Moment(seconds: 1_709_164_799)  // the second before 2024-02-29 in UTC
    let time = try #require(
      CivilTime(year: 2_024, month: 2, day: 29, hour: 5, minute: 29, second: 59))
    #expect(CivilTime(moment, offset: 19_800) == time)
    #expect(time.moment(offset: 19_800) == moment)
    #expect(CivilTime(moment, offset: -3_600).day == 28)
  }

  @Test(arguments: [
    (2_023, 2, 29), (1_900, 2, 29), (2_100, 2, 29), (2_024, 2, 30), (2_024, 4, 31), (2_024, 6, 31),
    (2_024, 9, 31), (2_024, 11, 31), (2_024, 1, 32), (2_024, 0, 1), (2_024, 13, 1), (2_024, 1, 0),
    (0, 1, 1), (10_000, 1, 1), (-1, 1, 1), (Int.max, 1, 1), (2_024, Int.min, 1),
  ])
  func `there is no such day`(year: Int, month: Int, day: Int) {
    #expect(CivilTime(year: year, month: month, day: day) == nil)
  }

  @Test(arguments: [
    (24, 0, 0, 0), (-1, 0, 0, 0), (0, 60, 0, 0), (0, -1, 0, 0), (0, 0, 60, 0), (0, 0, -1, 0),
    (0, 0, 0, 1_000_000), (0, 0, 0, -1),
  ])
  func `there is no such time of day`(hour: Int, minute: Int, second: Int, microsecond: Int) {
    let time = CivilTime(
      year: 2_024, month: 1, day: 1, hour: hour, minute: minute, second: second,
      microsecond: microsecond)
    #expect(time == nil)
  }

  @Test(arguments: UInt64(1)...10)
  func `any moment reads back from what any clock shows`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let moment = anyMoment(using: &generator)
      let offset = Int.random(in: -50_400...50_400, using: &generator)
      let time = CivilTime(moment, offset: offset)
      try #require(time.moment(offset: offset) == moment)
      try #require(
        CivilTime(
          year: time.year, month: time.month, day: time.day, hour: time.hour, minute: time.minute,
          second: time.second, microsecond: time.microsecond) == time)
    }
  }

  @Test(arguments: UInt64(11)...14)
  func `Foundation's calendar agrees where it is Gregorian`(seed: UInt64) throws {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      // From 1583 to 9998: earlier days are Julian to Foundation.
      let seconds = Int64.random(in: -12_212_553_600...253_370_764_799, using: &generator)
      let date = Date(timeIntervalSince1970: Double(seconds))
      let parts = calendar.dateComponents(
        [.year, .month, .day, .hour, .minute, .second], from: date)
      let time = CivilTime(Moment(seconds: seconds))
      try #require(
        [time.year, time.month, time.day, time.hour, time.minute, time.second]
          == [parts.year, parts.month, parts.day, parts.hour, parts.minute, parts.second],
        "\(seconds)")
    }
  }

  /// Between the years 2 and 9998, so that no offset leaves the range.
  private func anyMoment(using generator: inout SeededGenerator) -> Moment {
    let microseconds = Int64.random(
      in: -62_104_060_800_000_000...253_370_764_799_999_999, using: &generator)
    return Moment(microseconds: microseconds)
  }
}
