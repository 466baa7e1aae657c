import Rendering

/// Remembers recent canvases, so that a click acts only on targets that the viewer has seen there.
struct ClickGuard {
  private var shown: Canvas?
  /// Earlier canvases, and until when a click may still be meant for them.
  private var former: [(canvas: Canvas, until: Int64)] = []
  /// Whether the next change comes from a key or the window.
  private var isOwnChange = false

  mutating func noteOwnChange() { isOwnChange = true }

  mutating func show(_ canvas: Canvas, at time: Int64) {
    former = isOwnChange ? [] : former.filter { time < $0.until }
    if !isOwnChange, let shown, !shown.hasClickTargets(of: canvas) {
      former.append((shown, time + IgnoredKeys.reactionTime))
    }
    shown = canvas
    isOwnChange = false
  }

  /// Whether a cell has shown these targets long enough for the viewer to notice them.
  func hasShown(_ targets: [ClickTarget], x: Int, y: Int, at time: Int64) -> Bool {
    let lately = former.filter { time < $0.until }.map(\.canvas) + [shown].compactMap(\.self)
    return lately.allSatisfy { $0.clickTargets(x: x, y: y) == targets }
  }
}

/// The times until which keys are ignored, because the viewer meant them for the screen before.
package struct IgnoredKeys {
  /// Microseconds that a viewer needs to notice a change they did not cause.
  package static let reactionTime: Int64 = 500_000

  /// Set when another page opens without a key.
  private var pageUntil: Int64 = 0
  /// Set when a prompt or a sheet opens without a key.
  private var panelUntil: Int64 = 0
  /// Set when another row replaces the chosen one.
  private var choiceUntil: Int64 = 0

  mutating func notePage(at time: Int64) { pageUntil = time + IgnoredKeys.reactionTime }
  mutating func notePanel(at time: Int64) { panelUntil = time + IgnoredKeys.reactionTime }
  mutating func noteChoice(at time: Int64) { choiceUntil = time + IgnoredKeys.reactionTime }

  func ignoresAll(at time: Int64, inPanel: Bool) -> Bool {
    time < (inPanel ? panelUntil : pageUntil)
  }

  func ignoresChoice(at time: Int64) -> Bool { time < choiceUntil }
}
