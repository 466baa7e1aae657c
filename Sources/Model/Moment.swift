/// A point in time: microseconds since 1970-01-01T00:00:00Z.
package struct Moment: Hashable, Comparable, Sendable {
  package let microseconds: Int64

  package init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  package init(seconds: Int64) {
    self.init(microseconds: seconds * 1_000_000)
  }

  /// Times outside 1970–9999 are not stored: they have no RFC 3339 form or no sensible one.
  package static let storable = Moment(seconds: 0)...Moment(microseconds: 253_402_300_799_999_999)

  package static func < (left: Moment, right: Moment) -> Bool {
    left.microseconds < right.microseconds
  }

  /// Whole microseconds from `earlier` to this moment; negative when this one is earlier.
  package func microseconds(since earlier: Moment) -> Int64 {
    microseconds - earlier.microseconds
  }
}
