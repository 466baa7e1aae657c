/// How far a page gives way when it is pulled past its end, and how it returns.
package enum RubberBand {
  private static let stiffness = 0.55
  /// In how many seconds the stretch falls to about a third.
  private static let returnTime = 0.09

  /// The stretch after a pull, in points: it follows more and more slowly and never reaches
  /// `limit`.
  package static func stretch(ofPull pull: Double, limit: Double) -> Double {
    guard pull > 0, limit > 0 else { return 0 }
    return (1 - 1 / (pull * stiffness / limit + 1)) * limit
  }

  /// What is left of a stretch after so many seconds; less than half a point counts as none.
  package static func rest(of stretch: Double, after seconds: Double) -> Double {
    let ratio = max(0, seconds) / returnTime
    // (1 + x/64)^-64 is e^-x to a few per cent, and the same on every machine.
    var base = 1 + ratio / 64
    for _ in 0..<6 { base *= base }
    let rest = stretch / base
    return abs(rest) < 0.5 ? 0 : rest
  }
}
