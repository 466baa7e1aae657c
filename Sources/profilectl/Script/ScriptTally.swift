import Rendering

/// The number of lines of a script, by effect.
struct ScriptTally: Equatable {
  /// Lines that were reached, without blank lines and comments.
  var lines = 0
  var done = 0
  var unchanged = 0
  var refused = 0
  /// Lines that may or may not be on the disk.
  var unknown = 0
  /// Lines that may have saved something.
  var saved = 0

  mutating func count(_ effect: LineEffect, hasSaved: Bool = false) {
    lines += 1
    switch effect {
    case .done: done += 1
    case .unchanged: unchanged += 1
    case .refused: refused += 1
    }
    if hasSaved, effect != .unchanged { saved += 1 }
  }

  /// Counts a failed line: as refused, or as unknown if it may be on the disk.
  mutating func countFailed(isKnown: Bool) {
    guard !isKnown else { return count(.refused) }
    lines += 1
    unknown += 1
  }

  /// Takes back the lines of a failed commit: those not counted in `before`.
  ///
  /// `still` lines remain refused, because no lost line caused their refusal.
  mutating func lose(since before: ScriptTally, refused still: Int = 0, isKnown: Bool) {
    (done, unchanged, unknown, saved) = (
      before.done, before.unchanged, before.unknown, before.saved
    )
    refused = before.refused + still
    if !isKnown { unknown += undone - before.undone }
  }

  /// Lines that were done, but undone by a later line or a failed commit.
  var undone: Int { lines - done - unchanged - refused - unknown }

  /// Whether a line may not have had its effect.
  var hasFailures: Bool { refused + undone + unknown > 0 }

  var hasSaved: Bool { saved > 0 }

  static func + (left: ScriptTally, right: ScriptTally) -> ScriptTally {
    ScriptTally(
      lines: left.lines + right.lines, done: left.done + right.done,
      unchanged: left.unchanged + right.unchanged, refused: left.refused + right.refused,
      unknown: left.unknown + right.unknown, saved: left.saved + right.saved)
  }

  var record: Record {
    Record(.run, [lines, done, unchanged, refused, undone, unknown].map { .count($0) })
  }

  /// "1,204 lines: 1,190 done, 12 unchanged, 2 refused", and the undone and unknown ones if any.
  var sentence: SafeText {
    let lines = SafeText(Magnitude.exact(lines) + (lines == 1 ? " line" : " lines"))
    var counts = [(done, "done"), (unchanged, "unchanged"), (refused, "refused")]
    if undone > 0 { counts.append((undone, "undone")) }
    if unknown > 0 { counts.append((unknown, "not known")) }
    let parts = counts.map { SafeText("\(Magnitude.exact($0)) \($1)") }
    return "\(lines): \(SafeText.joined(parts, by: ", "))"
  }
}
