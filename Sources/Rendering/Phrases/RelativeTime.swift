package import Model

/// Formats a time relative to now.
package enum RelativeTime {
  private static let minute: Int64 = 60
  private static let hour = 60 * minute
  private static let day = 24 * hour
  private static let week = 7 * day
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// A span for recent times, otherwise the day, such as `24 Apr`.
  ///
  /// A day far ahead, or one that may be confused with another year's, becomes a month such as `Apr
  /// 2024`.
  package static func text(_ moment: Moment, in traits: Traits) -> String {
    if let span = span(moment, in: traits) { return span }
    let day = CivilTime(moment, offset: traits.zone.offset(moment))
    let month = months[day.month - 1]
    let age = traits.now.microseconds(since: moment) / 1_000_000 / RelativeTime.day
    return (0...300).contains(age) ? "\(day.day) \(month)" : "\(month) \(day.year)"
  }

  /// `now`, `5m`, `3h`, `2d` or `3w`, and `in 5m` for the future; nil from five weeks on.
  private static func span(_ moment: Moment, in traits: Traits) -> String? {
    let microseconds = traits.now.microseconds(since: moment)
    let distance = microseconds.magnitude / 1_000_000
    guard let span = span(Int64(distance)) else { return nil }
    return microseconds < 0 && distance >= 60 ? "in " + span : span
  }

  /// The date in a zone, such as `2026-01-02`.
  package static func date(_ moment: Moment, in zone: Zone) -> String {
    Timestamp.local(moment, in: zone).date
  }

  /// The month in the reader's zone, such as `May 2025`.
  static func month(_ moment: Moment, in traits: Traits) -> String {
    let day = CivilTime(moment, offset: traits.zone.offset(moment))
    return "\(months[day.month - 1]) \(day.year)"
  }

  private static func span(_ seconds: Int64) -> String? {
    switch seconds {
    case ..<minute: "now"
    case ..<hour: "\(seconds / minute)m"
    case ..<day: "\(seconds / hour)h"
    case ..<week: "\(seconds / day)d"
    case ..<(5 * week): "\(seconds / week)w"
    default: nil
    }
  }
}

/// Formats a time for programs: RFC 3339 in UTC, with microseconds if there are any.
package enum Timestamp {
  package static func utc(_ moment: Moment) -> String {
    text(moment, offset: 0) + "Z"
  }

  /// The local date, and the time of day to the minute.
  package static func local(_ moment: Moment, in zone: Zone) -> (date: String, time: String) {
    let text = text(moment, offset: zone.offset(moment))
    return (String(text.prefix(10)), String(text.dropFirst(11).prefix(5)))
  }

  private static func text(_ moment: Moment, offset: Int) -> String {
    let time = CivilTime(moment, offset: offset)
    var text = "\(pad(time.year, 4))-\(pad(time.month))-\(pad(time.day))"
    text += "T\(pad(time.hour)):\(pad(time.minute)):\(pad(time.second))"
    if time.microsecond != 0 { text += "." + pad(time.microsecond, 6) }
    return text
  }

  private static func pad(_ number: Int, _ digits: Int = 2) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
