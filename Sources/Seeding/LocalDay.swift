internal import Model

/// The day on which somebody writes, by the clocks of where they are.
struct LocalDay: Sendable {
  /// From 1.
  let month: Int
  /// From 0, which is Monday.
  let weekday: Int

  init(_ moment: Moment, hoursAhead: Int) {
    let seconds = hoursAhead * 3_600
    month = CivilTime(moment, offset: seconds).month
    let local = moment.microseconds + Int64(seconds) * 1_000_000
    // The epoch was a Thursday; a week more, because it may be the day before it.
    let day = (local + 7 * 86_400_000_000) / 86_400_000_000
    weekday = Int((day + 3) % 7)
  }
}
