/// Durations as the counts that C functions take; negative ones count as zero.
extension Duration {
  /// Whole nanoseconds, at most about 292 years.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    guard seconds < 9_000_000_000 else { return .max }
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// Whole seconds, rounded up.
  var wholeSeconds: Int {
    Int(nanoseconds / 1_000_000_000 + (nanoseconds % 1_000_000_000 > 0 ? 1 : 0))
  }
}
