internal import Model

/// The times that other services write.
enum TimeText {
  /// Parses RFC 3339.
  ///
  /// The fraction may have any length, a blank may replace the `T`, and a missing zone is UTC.
  static func rfc3339(_ text: String) -> Moment? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 19, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[13] == 0x3A,
      bytes[16] == 0x3A, bytes[10] == 0x54 || bytes[10] == 0x20 || bytes[10] == 0x74
    else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      guard bytes[range].allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      return bytes[range].reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19)
    else { return nil }
    var index = 19
    var fraction = 0
    if index < bytes.count, bytes[index] == 0x2E {
      index += 1
      var unit = 100_000
      while index < bytes.count, (0x30...0x39).contains(bytes[index]) {
        fraction += Int(bytes[index] - 0x30) * unit
        unit /= 10
        index += 1
      }
    }
    guard let offset = zone(bytes[index...]) else { return nil }
    // A leap second becomes the last second of its minute.
    let time = CivilTime(
      year: year, month: month, day: day, hour: hour, minute: minute, second: min(second, 59),
      microsecond: fraction)
    return time.map { $0.moment(offset: offset) }.flatMap(storable)
  }

  /// Seconds ahead of UTC.
  private static func zone(_ bytes: ArraySlice<UInt8>) -> Int? {
    if bytes.isEmpty || bytes.elementsEqual([0x5A]) || bytes.elementsEqual([0x7A]) { return 0 }
    let text = String(decoding: bytes, as: UTF8.self)
    let digits = text.dropFirst().filter { $0 != ":" }
    guard text.hasPrefix("+") || text.hasPrefix("-"), digits.count == 4, let number = Int(digits),
      number / 100 < 24, number % 100 < 60
    else { return nil }
    let seconds = number / 100 * 3_600 + number % 100 * 60
    return text.hasPrefix("-") ? -seconds : seconds
  }

  /// The form of Twitter: `Wed Oct 10 20:19:24 +0000 2018`.
  static func twitter(_ text: String) -> Moment? {
    let words = text.split(separator: " ")
    guard words.count == 6, let year = Int(words[5]) else { return rfc3339(text) }
    return moment(year, words[1], words[2], words[3], zone(Array(words[4].utf8)[...]))
  }

  /// RFC 822 and its successors: `Sun, 29 Nov 2026 05:55:04 EST`.
  ///
  /// The day of the week, the seconds and the zone may be missing.
  static func rfc822(_ text: String) -> Moment? {
    var words = text.split { $0.isWhitespace || $0 == "," }
    if words.first?.first?.isLetter == true { words.removeFirst() }
    guard words.count >= 4, var year = Int(words[2]) else { return nil }
    // RFC 5322, section 4.3: years of two digits, and other names of zones.
    if words[2].utf8.count == 2 { year += year < 50 ? 2_000 : 1_900 }
    let name = words.count > 4 ? words[4].uppercased() : "GMT"
    let hours = zones[name] ?? (name.first?.isLetter == true ? 0 : nil)
    let offset = hours.map { $0 * 3_600 } ?? zone(Array(name.utf8)[...])
    return moment(year, words[1], words[0], words[3], offset)
  }

  /// The hours of named zones ahead of UTC.
  private static let zones = [
    "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
  ]

  private static func moment(
    _ year: Int, _ month: Substring, _ day: Substring, _ clock: Substring, _ offset: Int?
  ) -> Moment? {
    let parts = clock.split(separator: ":").map { Int($0) }
    guard let month = months.firstIndex(of: String(month.prefix(3))), let day = Int(day),
      let offset, (2...3).contains(parts.count), let hour = parts[0], let minute = parts[1],
      let second = parts.count == 3 ? parts[2] : 0
    else { return nil }
    return CivilTime(
      year: year, month: month + 1, day: day, hour: hour, minute: minute, second: min(second, 59)
    ).map { $0.moment(offset: offset) }.flatMap(storable)
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  static func storable(_ moment: Moment) -> Moment? {
    Moment.storable.contains(moment) ? moment : nil
  }

  /// RFC 3339 in UTC with six digits of the second.
  static func text(_ moment: Moment) -> String {
    let time = CivilTime(moment)
    return "\(padded(time.year, 4))-\(padded(time.month))-\(padded(time.day))T\(padded(time.hour)):"
      + "\(padded(time.minute)):\(padded(time.second)).\(padded(time.microsecond, 6))Z"
  }

  /// RFC 822 with four digits of the year: `Sun, 29 Nov 2026 05:55:04 GMT`.
  static func rfc822(_ moment: Moment) -> String {
    let time = CivilTime(moment)
    let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    // 1970-01-01 was a Thursday; times before it are not stored.
    let day = days[Int(moment.microseconds / 86_400_000_000 % 7)]
    return "\(day), \(padded(time.day)) \(months[time.month - 1]) \(padded(time.year, 4)) "
      + "\(padded(time.hour)):\(padded(time.minute)):\(padded(time.second)) GMT"
  }

  private static func padded(_ number: Int, _ width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
