/// The months and days of the week in which something may be said; any, unless a mark says which.
///
/// Marks are `[3]`, `[3-5]`, `[11-2]` over the turn of the year, `[Tue]`, `[Mon-Fri]`, and several
/// of them with commas between.
struct Season: Sendable {
  private static let monthNames = (1...12).map(String.init)
  private static let weekdayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  /// A bit for each of them; none where all will do.
  private var months: UInt16 = 0
  private var weekdays: UInt16 = 0

  /// Without the brackets; an empty mark is any time.
  init(_ mark: Substring) {
    for part in mark.split(separator: ",") {
      let ends = part.split(separator: "-").map(String.init)
      if let bits = Season.bits(ends, among: Season.monthNames) {
        months |= bits
      } else if let bits = Season.bits(ends, among: Season.weekdayNames) {
        weekdays |= bits
      } else {
        preconditionFailure("There is no time of the year or week called [\(part)]")
      }
    }
  }

  /// Whether it can be said on that day; nil is a day that nobody knows.
  func contains(_ day: LocalDay?) -> Bool {
    guard let day else { return months == 0 && weekdays == 0 }
    return (months == 0 || months >> (day.month - 1) & 1 == 1)
      && (weekdays == 0 || weekdays >> day.weekday & 1 == 1)
  }

  private static func bits(_ ends: [String], among names: [String]) -> UInt16? {
    guard let first = names.firstIndex(of: ends[0]),
      let last = names.firstIndex(of: ends[ends.count - 1])
    else { return nil }
    let count = last >= first ? last - first : last - first + names.count
    return (0...count).reduce(0) { $0 | 1 << ((first + $1) % names.count) }
  }
}
