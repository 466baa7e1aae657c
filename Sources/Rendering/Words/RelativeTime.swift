package import Model

/// Says how long ago something was, in as few letters as a reader of today needs.
package enum RelativeTime {
  private static let minute: Int64 = 60
  private static let hour = 60 * minute
  private static let day = 24 * hour
  private static let week = 7 * day
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// A span while there is one, then the day, as `24 Apr`; where that could be a day of two years,
  /// and for what is far ahead, the month, as `Apr 2024`.
  package static func text(_ moment: Moment, in traits: Traits) -> String {
    if let span = span(moment, in: traits) { return span }
    let day = CivilTime(moment, offset: traits.zone.offset(moment))
    let month = months[day.month - 1]
    let age = traits.now.microseconds(since: moment) / 1_000_000 / RelativeTime.day
    return (0...300).contains(age) ? "\(day.day) \(month)" : "\(month) \(day.year)"
  }

  /// `now`, `5m`, `3h`, `2d`, `3w`; ahead of now `in 5m`; nil from five weeks on.
  static func span(_ moment: Moment, in traits: Traits) -> String? {
    let microseconds = traits.now.microseconds(since: moment)
    let distance = microseconds.magnitude / 1_000_000
    guard let span = span(Int64(distance)) else { return nil }
    return microseconds < 0 && distance >= 60 ? "in " + span : span
  }

  /// The day a moment falls on in a zone, as `2026-01-02`.
  package static func date(_ moment: Moment, in zone: Zone) -> String {
    Timestamp.local(moment, in: zone).date
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
