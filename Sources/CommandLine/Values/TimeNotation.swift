package import Model

/// The current time and the time zone for typed times.
package struct LocalClock: Sendable {
  package let now: Moment
  /// Seconds ahead of UTC at a moment.
  package let offset: @Sendable (Moment) -> Int

  package init(now: Moment, offset: @escaping @Sendable (Moment) -> Int = { _ in 0 }) {
    (self.now, self.offset) = (now, offset)
  }

  /// The latest storable moment, from which every relative time is storable.
  package static let latest = LocalClock(now: Moment.storable.upperBound)

  /// The moment of a local time.
  ///
  /// The first moment of a local time that occurs twice. A local time that is skipped moves later
  /// by the skipped span.
  func moment(_ time: CivilTime) -> Moment {
    // Offsets are less than a day, and changes of an offset are days apart.
    let day: Int64 = 86_400_000_000
    let utc = time.moment()
    let before = offset(Moment(microseconds: utc.microseconds - day))
    let after = offset(Moment(microseconds: utc.microseconds + day))
    let candidates = [before, after].map { time.moment(offset: $0) }
      .filter { offset($0) == CivilTime.offset(of: time, at: $0) }
    return candidates.min() ?? time.moment(offset: before)
  }
}

extension CivilTime {
  /// The offset at which `time` is the local time at `moment`.
  fileprivate static func offset(of time: CivilTime, at moment: Moment) -> Int {
    Int(time.moment().microseconds(since: moment) / 1_000_000)
  }
}

/// The ways to type a time.
///
/// RFC 3339 with any offset and fraction, with or without seconds; local dates and times such as
/// `2026-05-01` and `2026-05-01 14:00`; `today` and `yesterday`, which mean midnight; and relative
/// times such as `-3d`, `-2h` and `+15m`, with s, m, h, d or w. Times that can't be stored are
/// refused.
package enum TimeNotation {
  static let days = ["today", "yesterday"]

  package static func moment(_ typed: [UInt8], _ clock: LocalClock) -> Moment? {
    let moment = day(typed, clock) ?? relative(typed, now: clock.now) ?? absolute(typed, clock)
    return moment.flatMap { Moment.storable.contains($0) ? $0 : nil }
  }

  private static func day(_ typed: [UInt8], _ clock: LocalClock) -> Moment? {
    let isToday = typed.elementsEqual("today".utf8)
    guard isToday || typed.elementsEqual("yesterday".utf8) else { return nil }
    let today = CivilTime(clock.now, offset: clock.offset(clock.now))
    let noon = CivilTime(year: today.year, month: today.month, day: today.day, hour: 12)?.moment()
    guard let noon else { return nil }
    let day = isToday ? noon : Moment(microseconds: noon.microseconds - 86_400_000_000)
    let date = CivilTime(day)
    return CivilTime(year: date.year, month: date.month, day: date.day).map(clock.moment)
  }

  private static func relative(_ typed: [UInt8], now: Moment) -> Moment? {
    guard let unit = typed.last, let length = seconds(in: unit) else { return nil }
    var digits = typed.dropLast()
    guard let sign = digits.popFirst(), [UInt8(ascii: "-"), UInt8(ascii: "+")].contains(sign),
      !digits.isEmpty, digits.count <= 9, digits.allSatisfy(TypedBytes.isDigit),
      let count = Int64(String(decoding: digits, as: UTF8.self))
    else { return nil }
    let seconds = sign == UInt8(ascii: "-") ? -count * length : count * length
    let (distance, isTooFar) = seconds.multipliedReportingOverflow(by: 1_000_000)
    let (microseconds, isBeyond) = now.microseconds.addingReportingOverflow(distance)
    return isTooFar || isBeyond ? nil : Moment(microseconds: microseconds)
  }

  private static func seconds(in unit: UInt8) -> Int64? {
    switch unit {
    case UInt8(ascii: "s"): 1
    case UInt8(ascii: "m"): 60
    case UInt8(ascii: "h"): 3_600
    case UInt8(ascii: "d"): 86_400
    case UInt8(ascii: "w"): 604_800
    default: nil
    }
  }

  private static func absolute(_ typed: [UInt8], _ clock: LocalClock) -> Moment? {
    var rest = typed[...]
    guard let year = number(of: 4, from: &rest), skip("-", in: &rest),
      let month = number(of: 2, from: &rest), skip("-", in: &rest),
      let day = number(of: 2, from: &rest)
    else { return nil }
    if rest.isEmpty { return CivilTime(year: year, month: month, day: day).map(clock.moment) }
    guard skip("T", in: &rest) || skip("t", in: &rest) || skip(" ", in: &rest),
      let hour = number(of: 2, from: &rest), skip(":", in: &rest),
      let minute = number(of: 2, from: &rest)
    else { return nil }
    var (second, microsecond) = (0, 0)
    if skip(":", in: &rest) {
      guard let whole = number(of: 2, from: &rest), let part = fraction(from: &rest) else {
        return nil
      }
      (second, microsecond) = (whole, part)
    }
    let time = CivilTime(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second,
      microsecond: microsecond)
    guard let time else { return nil }
    if rest.isEmpty { return clock.moment(time) }
    guard let offset = offset(from: &rest), rest.isEmpty else { return nil }
    return time.moment(offset: offset)
  }

  /// The microseconds of `.123…`, truncated after the sixth digit; 0 without a fraction.
  private static func fraction(from rest: inout ArraySlice<UInt8>) -> Int? {
    guard skip(".", in: &rest) else { return 0 }
    let digits = rest.prefix(while: TypedBytes.isDigit)
    if digits.isEmpty { return nil }
    rest = rest.dropFirst(digits.count)
    return (0..<6).reduce(0) { sum, place in
      let digit = place < digits.count ? digits[digits.startIndex + place] - 48 : 0
      return sum * 10 + Int(digit)
    }
  }

  /// Seconds ahead of UTC, from `Z` or `±hh:mm`.
  private static func offset(from rest: inout ArraySlice<UInt8>) -> Int? {
    if skip("Z", in: &rest) || skip("z", in: &rest) { return 0 }
    let isBehind = rest.first == UInt8(ascii: "-")
    guard skip("+", in: &rest) || skip("-", in: &rest),
      let hours = number(of: 2, from: &rest), hours < 24, skip(":", in: &rest),
      let minutes = number(of: 2, from: &rest), minutes < 60
    else { return nil }
    let seconds = hours * 3_600 + minutes * 60
    return isBehind ? -seconds : seconds
  }

  private static func number(of count: Int, from rest: inout ArraySlice<UInt8>) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(TypedBytes.isDigit) else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
  }

  private static func skip(_ mark: Unicode.Scalar, in rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.first == UInt8(ascii: mark) else { return false }
    rest = rest.dropFirst()
    return true
  }
}
