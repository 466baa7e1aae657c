package import Model

/// Formats a time relative to now.
package enum RelativeTime {
  /// The seconds of each unit, its letter and its word.
  private static let units: [(seconds: Int64, letter: String, word: String)] = [
    (60, "m", "minute"), (3_600, "h", "hour"), (86_400, "d", "day"), (604_800, "w", "week"),
  ]
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
    let age = traits.now.microseconds(since: moment) / 1_000_000 / 86_400
    return (0...300).contains(age) ? "\(day.day) \(month)" : "\(month) \(day.year)"
  }

  /// `now`, `5m`, `3h`, `2d` or `3w`, and `in 5m` for the future; nil from five weeks on.
  private static func span(_ moment: Moment, in traits: Traits) -> String? {
    let (seconds, isAhead) = distance(to: moment, in: traits)
    guard seconds < 5 * 604_800 else { return nil }
    guard let unit = units.last(where: { $0.seconds <= seconds }) else { return "now" }
    return (isAhead ? "in " : "") + "\(seconds / unit.seconds)\(unit.letter)"
  }

  /// The same in words, for a voice or a sentence: `5 minutes ago`.
  package static func spoken(_ moment: Moment, in traits: Traits) -> String {
    let (seconds, isAhead) = distance(to: moment, in: traits)
    guard let unit = units.last(where: { $0.seconds <= seconds }), seconds < 5 * 604_800 else {
      return text(moment, in: traits)
    }
    let span = Magnitude.phrase(Int(seconds / unit.seconds), unit.word)
    return isAhead ? "in \(span)" : "\(span) ago"
  }

  private static func distance(
    to moment: Moment, in traits: Traits
  ) -> (seconds: Int64, isAhead: Bool) {
    let microseconds = traits.now.microseconds(since: moment)
    return (Int64(microseconds.magnitude / 1_000_000), microseconds < 0)
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
