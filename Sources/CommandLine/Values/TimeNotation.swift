package import Model

/// The three ways a time can be typed.
///
/// RFC 3339 with any offset and fraction; `2026-05-01`, which is its first moment in UTC; and
/// relative to now: `-3d`, `-2h`, `+15m`, with s, m, h, d or w. Times that can't be stored are
/// none.
package enum TimeNotation {
  package static func moment(_ typed: [UInt8], now: Moment) -> Moment? {
    let moment = relative(typed, now: now) ?? absolute(typed)
    return moment.flatMap { Moment.storable.contains($0) ? $0 : nil }
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

  private static func absolute(_ typed: [UInt8]) -> Moment? {
    var rest = typed[...]
    guard let year = number(of: 4, from: &rest), skip("-", in: &rest),
      let month = number(of: 2, from: &rest), skip("-", in: &rest),
      let day = number(of: 2, from: &rest)
    else { return nil }
    if rest.isEmpty { return CivilTime(year: year, month: month, day: day)?.moment() }
    guard skip("T", in: &rest) || skip("t", in: &rest) || skip(" ", in: &rest),
      let hour = number(of: 2, from: &rest), skip(":", in: &rest),
      let minute = number(of: 2, from: &rest), skip(":", in: &rest),
      let second = number(of: 2, from: &rest),
      let microsecond = fraction(from: &rest), let offset = offset(from: &rest), rest.isEmpty
    else { return nil }
    let time = CivilTime(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second,
      microsecond: microsecond)
    return time?.moment(offset: offset)
  }

  /// Microseconds of `.123…`, cut after the sixth digit; 0 where there is no fraction.
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
