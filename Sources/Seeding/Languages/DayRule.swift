internal import Model

/// The month and weekday of a post in local time.
struct LocalDay: Sendable {
  /// From 1 to 12.
  let month: Int
  /// From 0 for Monday to 6.
  let weekday: Int

  static let all = (1...12).flatMap { month in
    (0..<7).map { LocalDay(month: month, weekday: $0) }
  }

  private init(month: Int, weekday: Int) {
    (self.month, self.weekday) = (month, weekday)
  }

  init(_ moment: Moment, hoursAhead: Int) {
    let seconds = hoursAhead * 3_600
    month = CivilTime(moment, offset: seconds).month
    let local = moment.microseconds + Int64(seconds) * 1_000_000
    // The epoch was a Thursday. One week is added, because the local day may be before the epoch.
    let day = (local + 7 * 86_400_000_000) / 86_400_000_000
    weekday = Int((day + 3) % 7)
  }
}

/// The months and weekdays on which a text fits: all, unless a mark in the sheet limits them.
///
/// Marks are `[3]`, `[3-5]`, `[11-2]` across the end of the year, `[Tue]` and `[Mon-Fri]`. A comma
/// separates several of them.
struct DayRule: Sendable {
  static let always = DayRule()
  private static let monthNames = (1...12).map(String.init)
  private static let weekdayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  /// One bit for each month; 0 if all months fit.
  private var months: UInt16 = 0
  private var weekdays: UInt16 = 0

  private init() {}

  /// Parses a mark without its brackets; nil for an unknown month or weekday.
  init?(mark: Substring) {
    for part in mark.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-").map(String.init)
      if let bits = DayRule.bits(from: ends, of: DayRule.monthNames) {
        months |= bits
      } else if let bits = DayRule.bits(from: ends, of: DayRule.weekdayNames) {
        weekdays |= bits
      } else {
        return nil
      }
    }
  }

  /// Whether the text fits on a day; nil is an unknown day, on which only texts without a mark fit.
  func contains(_ day: LocalDay?) -> Bool {
    guard let day else { return months == 0 && weekdays == 0 }
    return (months == 0 || months >> (day.month - 1) & 1 == 1)
      && (weekdays == 0 || weekdays >> day.weekday & 1 == 1)
  }

  private static func bits(from ends: [String], of names: [String]) -> UInt16? {
    guard let first = ends.first.flatMap(names.firstIndex),
      let last = ends.last.flatMap(names.firstIndex), ends.count <= 2
    else { return nil }
    let count = last >= first ? last - first : last - first + names.count
    return (0...count).reduce(0) { $0 | 1 << ((first + $1) % names.count) }
  }
}

/// A part of a sheet, and the days on which it fits.
struct Dated<Value: Sendable>: Sendable {
  let value: Value
  let days: DayRule
}

extension SeededRandom {
  /// The most draws before the whole list is searched.
  private static var mostDraws: Int { 1_000 }

  /// Picks an element that fits on a day; there must be one.
  ///
  /// Most elements fit on any day, so drawing again is faster than filtering the list.
  mutating func pick<Value>(_ list: [Dated<Value>], on day: LocalDay?) -> Value {
    for _ in 0..<SeededRandom.mostDraws {
      let place = below(list.count)
      if list[place].days.contains(day) { return list[place].value }
    }
    let fitting = list.filter { $0.days.contains(day) }
    guard !fitting.isEmpty else { preconditionFailure("No text fits on the day.") }
    return fitting[below(fitting.count)].value
  }
}
