/// The progress of work on one line: its name, a bar, the rate, and the time left.
///
/// Without a total, it has the count and the rate, or the percentage of the read input.
package struct ProgressLine {
  private static let barWidth = 24

  private let what: SafeText
  private let done: Int
  private let total: Int?
  private let share: Double?
  private let milliseconds: Int

  /// `share` is the fraction of the input that is read, and `milliseconds` the time since the
  /// beginning.
  package init(
    _ what: SafeText, done: Int, of total: Int?, share: Double? = nil, milliseconds: Int
  ) {
    self.what = what
    self.done = done
    self.total = total
    self.share = share
    self.milliseconds = milliseconds
  }

  /// A short form with the count only.
  package var brief: SafeText {
    if let share { return "\(Magnitude.exact(done)) \(what), \(Int(share * 100)) %" }
    guard let total, total > 0 else {
      return done == 0 ? what : "\(Magnitude.exact(done)) \(what)"
    }
    return "\(what) \(Magnitude.text(done)) of \(Magnitude.text(total))"
  }

  package func text(in traits: Traits) -> SafeText {
    if let share { return traits.fit(reading(share, in: traits), to: traits.width) }
    guard let total, total > 0 else { return traits.fit(openEnd(in: traits), to: traits.width) }
    var parts = [what, bar(Double(done) / Double(total), in: traits)]
    parts.append("\(Magnitude.text(done)) of \(Magnitude.text(total))")
    if milliseconds >= 200, done > 0 {
      let rate = max(1, rate)
      parts.append("\(Magnitude.text(rate))/s")
      parts.append("\(ProgressLine.duration((total - min(done, total)) / rate + 1)) left")
    }
    return traits.fit(SafeText.joined(parts, by: "  "), to: traits.width)
  }

  private func reading(_ share: Double, in traits: Traits) -> SafeText {
    var parts = [what, bar(share, in: traits), SafeText(Magnitude.exact(done))]
    parts.append("\(Int(share * 100)) %")
    if milliseconds >= 200, share > 0, share < 1 {
      let left = Double(milliseconds) * (1 - share) / share / 1_000
      parts.append("\(ProgressLine.duration(Int(min(left, 1e9)) + 1)) left")
    }
    return SafeText.joined(parts, by: "  ")
  }

  private func openEnd(in traits: Traits) -> SafeText {
    if done == 0 { return "\(what) \(traits.glyphs.ellipsis)" }
    return "\(Magnitude.exact(done)) \(what), \(Magnitude.text(rate)) a second"
  }

  /// The count per second, computed without overflow.
  private var rate: Int {
    let milliseconds = max(1, milliseconds)
    return done / milliseconds * 1_000 + done % milliseconds * 1_000 / milliseconds
  }

  private func bar(_ share: Double, in traits: Traits) -> SafeText {
    let full = min(ProgressLine.barWidth, Int(share * Double(ProgressLine.barWidth)))
    let (mark, gap): (Character, Character) = traits.isASCII ? ("#", "-") : ("█", "░")
    let cells =
      String(repeating: mark, count: full)
      + String(repeating: gap, count: ProgressLine.barWidth - full)
    return SafeText(cells)
  }

  private static func duration(_ seconds: Int) -> String {
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3_600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3_600) h \(seconds / 60 % 60) min"
  }
}
