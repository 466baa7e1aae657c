/// How far work has come, in one line: what it is, a bar, how many a second and the time left.
///
/// Where nobody knows how much there is, it is what was done until now, and how many a second.
package struct ProgressLine {
  private static let barWidth = 24

  private let what: SafeText
  private let done: Int
  private let total: Int?
  private let milliseconds: Int

  /// `milliseconds` is how long this work has taken so far.
  package init(_ what: SafeText, done: Int, of total: Int?, milliseconds: Int) {
    self.what = what
    self.done = done
    self.total = total
    self.milliseconds = milliseconds
  }

  /// Only how much was done, for where there is little room.
  package var brief: SafeText {
    guard let total, total > 0 else {
      return done == 0 ? what : "\(Magnitude.exact(done)) \(what)"
    }
    return "\(what) \(Magnitude.text(done)) of \(Magnitude.text(total))"
  }

  /// Never wider than the traits say.
  package func text(in traits: Traits) -> SafeText {
    guard let total, total > 0 else { return traits.fit(openEnd(in: traits), to: traits.width) }
    var parts = [what, bar(of: total, in: traits)]
    parts.append("\(Magnitude.text(done)) of \(Magnitude.text(total))")
    if milliseconds >= 200, done > 0 {
      let rate = max(1, rate)
      parts.append("\(Magnitude.text(rate))/s")
      parts.append("\(ProgressLine.duration((total - min(done, total)) / rate + 1)) left")
    }
    return traits.fit(SafeText.joined(parts, by: "  "), to: traits.width)
  }

  private func openEnd(in traits: Traits) -> SafeText {
    if done == 0 { return "\(what) \(traits.glyphs.ellipsis)" }
    return "\(Magnitude.exact(done)) \(what), \(Magnitude.text(rate)) a second"
  }

  /// How many a second, without multiplying what may be large.
  private var rate: Int {
    let milliseconds = max(1, milliseconds)
    return done / milliseconds * 1_000 + done % milliseconds * 1_000 / milliseconds
  }

  private func bar(of total: Int, in traits: Traits) -> SafeText {
    let full = min(
      ProgressLine.barWidth, Int(Double(done) / Double(total) * Double(ProgressLine.barWidth)))
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
