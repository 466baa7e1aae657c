/// The measure that header effects are told in: a row of the screen is 20 points high, a column 10
/// wide.
package enum Points {
  package static let row = 20.0
  package static let column = 10.0

  /// Whole rows, rounded to the nearest.
  package static func rows(_ points: Double) -> Int {
    Int((points / row).rounded())
  }

  package static func columns(_ points: Double) -> Int {
    Int((points / column).rounded())
  }
}
