package import Rendering

/// What was in front of somebody lately, so that a press is about what they saw, and not about what
/// came to its place in that moment.
package struct Sight {
  private var shown: Canvas?
  /// What was shown before, and until when somebody may still mean it.
  private var former: [(canvas: Canvas, until: Int64)] = []
  /// Whether the next change is one that they made themselves.
  private var isOwnChange = false

  package mutating func noteOwnChange() { isOwnChange = true }

  package mutating func show(_ canvas: Canvas, at time: Int64) {
    former = isOwnChange ? [] : former.filter { time < $0.until }
    if !isOwnChange, let shown, !shown.hasClickTargets(of: canvas) {
      former.append((shown, time + BrowserState.deafness))
    }
    shown = canvas
    isOwnChange = false
  }

  /// Whether these targets are what a cell has shown for as long as it takes to see it.
  package func hasShown(_ targets: [ClickTarget], x: Int, y: Int, at time: Int64) -> Bool {
    let lately = former.filter { time < $0.until }.map(\.canvas) + [shown].compactMap(\.self)
    return lately.allSatisfy { $0.clickTargets(x: x, y: y) == targets }
  }
}
