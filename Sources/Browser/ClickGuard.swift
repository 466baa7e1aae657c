import Rendering

/// Remembers what was drawn lately, so that a click acts only on what the viewer has seen there.
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

  /// Whether a cell has shown these targets for as long as it takes to see them.
  func hasShown(_ targets: [ClickTarget], x: Int, y: Int, at time: Int64) -> Bool {
    let lately = former.filter { time < $0.until }.map(\.canvas) + [shown].compactMap(\.self)
    return lately.allSatisfy { $0.clickTargets(x: x, y: y) == targets }
  }
}

/// The times until which keys are ignored, since they are meant for what was there before.
package struct IgnoredKeys {
  /// Microseconds in which a viewer notices that something changed by itself.
  package static let reactionTime: Int64 = 500_000

  /// Another page came up by itself.
  private var pageUntil: Int64 = 0
  /// A prompt or a sheet opened by itself.
  private var panelUntil: Int64 = 0
  /// Another row took the place of the chosen one.
  private var choiceUntil: Int64 = 0

  mutating func notePage(at time: Int64) { pageUntil = time + IgnoredKeys.reactionTime }
  mutating func notePanel(at time: Int64) { panelUntil = time + IgnoredKeys.reactionTime }
  mutating func noteChoice(at time: Int64) { choiceUntil = time + IgnoredKeys.reactionTime }

  func ignoresAll(at time: Int64, inPanel: Bool) -> Bool {
    time < (inPanel ? panelUntil : pageUntil)
  }

  func ignoresChoice(at time: Int64) -> Bool { time < choiceUntil }
}
