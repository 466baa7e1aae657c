import CTerminal

/// The system's clock and the user's time zone.
package enum Clock {
  /// Microseconds since 1970-01-01T00:00:00Z.
  package static func now() -> Int64 {
    cterminal_now()
  }

  /// Seconds that local clocks are ahead of UTC at that instant, as `TZ` or the system says.
  package static func offset(atMicroseconds instant: Int64) -> Int {
    let (quotient, remainder) = instant.quotientAndRemainder(dividingBy: 1_000_000)
    return Int(cterminal_utc_offset(remainder < 0 ? quotient - 1 : quotient))
  }
}
