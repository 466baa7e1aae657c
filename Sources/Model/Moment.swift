/// A point in time: microseconds since 1970-01-01T00:00:00Z.
package struct Moment: Hashable, Comparable, Sendable {
  package let microseconds: Int64

  package init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  package init(seconds: Int64) {
    self.init(microseconds: seconds * 1_000_000)
  }

  /// The years 1970 to 9999; other times have no usable RFC 3339 form.
  package static let storable = Moment(seconds: 0)...Moment(microseconds: 253_402_300_799_999_999)

  package static func < (left: Moment, right: Moment) -> Bool {
    left.microseconds < right.microseconds
  }

  /// The microseconds from `earlier` to this moment; negative if this one is earlier.
  package func microseconds(since earlier: Moment) -> Int64 {
    microseconds - earlier.microseconds
  }

  /// The most microseconds that a clock may step back without hiding new items.
  package static let longestStep: Int64 = 60_000_000

  /// This moment, moved after those of `others` that are less than a minute ahead.
  ///
  /// `others` are in microseconds. So two changes have different times, even if the clock stops or
  /// steps back by less than a minute.
  package func after(_ others: [Int64]) -> Moment {
    var at = microseconds
    for other in others.sorted() where other >= at && other - microseconds < Self.longestStep {
      at = other + 1
    }
    return Moment(microseconds: at)
  }
}

/// A date and time of day on the proleptic Gregorian calendar, without a zone.
package struct CivilTime: Hashable, Sendable {
  package let year: Int
  package let month: Int
  package let day: Int
  package let hour: Int
  package let minute: Int
  package let second: Int
  package let microsecond: Int

  /// Nil if a part is outside its range for that month and year.
  package init?(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0,
    microsecond: Int = 0
  ) {
    guard
      (1...9_999).contains(year), (1...12).contains(month),
      (1...CivilTime.days(inMonth: month, of: year)).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second),
      (0...999_999).contains(microsecond)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
    self.microsecond = microsecond
  }

  /// The local time at `moment`, `offset` seconds ahead of UTC.
  package init(_ moment: Moment, offset: Int = 0) {
    let local = moment.microseconds + Int64(offset) * 1_000_000
    let (seconds, fraction) = local.flooredDivision(by: 1_000_000)
    let (days, secondOfDay) = seconds.flooredDivision(by: 86_400)
    (year, month, day) = CivilTime.date(daysSinceEpoch: Int(days))
    hour = Int(secondOfDay) / 3_600
    minute = Int(secondOfDay) / 60 % 60
    second = Int(secondOfDay) % 60
    microsecond = Int(fraction)
  }

  /// The moment of this local time, `offset` seconds ahead of UTC.
  package func moment(offset: Int = 0) -> Moment {
    let days = CivilTime.daysSinceEpoch(year: year, month: month, day: day)
    let seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset
    return Moment(microseconds: Int64(seconds) * 1_000_000 + Int64(microsecond))
  }

  package static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// Counts 400-year eras of years that begin in March, so that the leap day comes last.
  private static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = marchYear.flooredDivision(by: 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func date(daysSinceEpoch days: Int) -> (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = (days + 719_468).flooredDivision(by: 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day)
  }
}

extension BinaryInteger {
  /// The quotient is rounded towards minus infinity, so the remainder is never negative.
  fileprivate func flooredDivision(by divisor: Self) -> (quotient: Self, remainder: Self) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
