internal import Model
internal import SQLite

/// Each post has a moment of its own; those that were published in the same one stand behind it.
extension Reading {
  /// `moment`, or one shortly after it that no post has: the first, unless many posts stand
  /// between.
  ///
  /// A long run of posts is left behind in steps that double, so that a thousand posts of one
  /// moment cost a few looks each and not a thousand.
  func freeMoment(from moment: Moment) throws -> Moment {
    var taken = moment.microseconds
    if try isFree(taken) { return moment }
    var step: Int64 = 1
    var free = taken + 1
    while try !isFree(free) {
      taken = free
      if taken - moment.microseconds >= 16 { step *= 2 }
      free = taken + step
    }
    while free - taken > 1 {
      let middle = taken + (free - taken) / 2
      if try isFree(middle) { free = middle } else { taken = middle }
    }
    return Moment(microseconds: free)
  }

  /// `now`, or the moment of the last post that was published now and stands behind others.
  ///
  /// Under a clock that stands still there are many.
  func present(at now: Moment) throws -> Moment {
    let free = try freeMoment(from: now)
    return free == now ? now : Moment(microseconds: free.microseconds - 1)
  }

  private func isFree(_ microseconds: Int64) throws -> Bool {
    try connection.first("SELECT 1 FROM posts WHERE at = \(microseconds)") { _ in true } == nil
  }
}
