import Rendering

/// How many lines of a script were carried out, and with what effect.
struct ScriptTally: Equatable {
  /// Lines that asked for something and were reached.
  var lines = 0
  var done = 0
  var unchanged = 0
  var refused = 0
  /// Lines of which it is not known whether they are on the disk.
  var unknown = 0
  /// Lines that may have saved something.
  var saved = 0
  /// Those of them that were not applied as a whole.
  var savedInPart = 0

  mutating func count(_ effect: LineEffect, hasSaved: Bool = false) {
    lines += 1
    switch effect {
    case .done: done += 1
    case .unchanged: unchanged += 1
    case .refused: refused += 1
    }
    guard hasSaved else { return }
    switch effect {
    case .done: saved += 1
    case .unchanged: break
    case .refused: noteSavedInPart()
    }
  }

  /// Notes that a line which is counted as none that was applied has saved something.
  mutating func noteSavedInPart() {
    saved += 1
    savedInPart += 1
  }

  /// Counts a line that was refused, or of which it is not known whether it is on the disk.
  mutating func countFailed(isKnown: Bool) {
    guard !isKnown else { return count(.refused) }
    lines += 1
    unknown += 1
  }

  /// Takes back what a commit that failed was to save: what was not counted before.
  ///
  /// So many lines stay refused, because nothing that was lost was a reason for it.
  mutating func lose(behind before: ScriptTally, refused still: Int = 0, isKnown: Bool) {
    (done, unchanged, unknown) = (before.done, before.unchanged, before.unknown)
    (saved, savedInPart) = (before.saved, before.savedInPart)
    refused = before.refused + still
    if !isKnown { unknown += undone - before.undone }
  }

  /// Lines that were done until a later one, or the commit, undid them.
  var undone: Int { lines - done - unchanged - refused - unknown }

  /// Whether anything that was asked for may not be so.
  var hasFailures: Bool { refused + undone + unknown > 0 }

  var hasSaved: Bool { saved > 0 }

  /// Lines that are on disk, or had nothing to put there.
  struct Applied: Equatable {
    var lines = 0
    /// Others, of which a part is on disk.
    var inPart = 0

    static func += (total: inout Applied, more: Applied) {
      total.lines += more.lines
      total.inPart += more.inPart
    }
  }

  func applied(behind before: ScriptTally = ScriptTally()) -> Applied {
    Applied(
      lines: done + unchanged - before.done - before.unchanged,
      inPart: savedInPart - before.savedInPart)
  }

  static func + (left: ScriptTally, right: ScriptTally) -> ScriptTally {
    ScriptTally(
      lines: left.lines + right.lines, done: left.done + right.done,
      unchanged: left.unchanged + right.unchanged, refused: left.refused + right.refused,
      unknown: left.unknown + right.unknown,
      saved: left.saved + right.saved, savedInPart: left.savedInPart + right.savedInPart)
  }

  var record: Record {
    Record(.run, [lines, done, unchanged, refused, undone, unknown].map { .count($0) })
  }

  /// "1,204 lines: 1,190 done, 12 unchanged, 2 refused", and how many were undone, or
  /// are not known to be saved, if any.
  var sentence: SafeText {
    let lines = SafeText(Magnitude.exact(lines) + (lines == 1 ? " line" : " lines"))
    var counts = [(done, "done"), (unchanged, "unchanged"), (refused, "refused")]
    if undone > 0 { counts.append((undone, "undone")) }
    if unknown > 0 { counts.append((unknown, "not known")) }
    let parts = counts.map { SafeText("\(Magnitude.exact($0)) \($1)") }
    return "\(lines): \(SafeText.joined(parts, by: ", "))"
  }
}
