package import Model

/// Writes moments for machines: RFC 3339 in UTC, with microseconds where there are any.
package enum Timestamp {
  package static func utc(_ moment: Moment) -> String {
    text(moment, offset: 0) + "Z"
  }

  /// The date and the time of day to the minute, on the clocks of a zone.
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
