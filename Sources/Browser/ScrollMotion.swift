import Rendering

/// The animated scroll of a page from one offset to another.
package struct ScrollAnimation: Equatable {
  /// Sixty frames a second.
  static let frame: Int64 = 16_000
  /// The frames of a notch of the wheel, one for each of its rows.
  private static let glideFrames: Int64 = 3
  private static let longest: Int64 = 180_000

  let from: Int
  let to: Int
  let since: Int64
  /// Whether the speed is constant, as after a notch of the wheel.
  var isGlide = false

  var duration: Int64 {
    isGlide ? (ScrollAnimation.glideFrames - 1) * ScrollAnimation.frame : ScrollAnimation.longest
  }

  /// The offset in whole rows; the scroll slows down towards the end, unless it glides.
  func offset(at time: Int64) -> Int {
    if isGlide {
      let frames = min(
        max(0, time - since) / ScrollAnimation.frame + 1, ScrollAnimation.glideFrames)
      return from + (to - from) * Int(frames) / Int(ScrollAnimation.glideFrames)
    }
    let part = min(1, max(0, Double(time - since) / Double(duration)))
    let rest = 1 - part
    return from + Int((Double(to - from) * (1 - rest * rest * rest)).rounded())
  }
}

/// The motion of a page: an animated scroll, or a stretch past the top, which springs back.
package struct ScrollMotion: Equatable {
  package var animation: ScrollAnimation?
  /// In points, at the time of the last pull.
  private var stretch = 0.0
  private var pulledAt: Int64 = 0

  /// The microseconds after which a stretch has sprung back.
  private static let longestStretch: Int64 = 180_000

  package init() {}

  func stretch(at time: Int64) -> Double {
    RubberBand.rest(of: stretch, after: Double(time - pulledAt) / 1_000_000)
  }

  /// Pulls further; the longer the stretch, the less it grows.
  package mutating func pull(_ points: Double, limit: Double, at time: Int64) {
    let now = stretch(at: time)
    stretch = now + RubberBand.stretch(ofPull: points, limit: max(0, limit - now))
    pulledAt = time
  }

  /// The offset to show for a page that rests at `offset`.
  func offset(at time: Int64, restingAt offset: Int) -> Int {
    let pulled = PointScale.rows(stretch(at: time))
    if pulled > 0 { return -pulled }
    return animation?.offset(at: time) ?? offset
  }

  func isMoving(at time: Int64) -> Bool { animation != nil || stretch(at: time) > 0 }

  mutating func rest(at time: Int64) {
    if let animation, time - animation.since >= animation.duration { self.animation = nil }
  }

  /// Microseconds until the motion changes the screen; nil if the page rests.
  func pause(at time: Int64, restingAt offset: Int) -> Int64? {
    let shown = self.offset(at: time, restingAt: offset)
    guard animation != nil || shown < 0 else { return nil }
    // Near its end an animation takes several frames for a row.
    var pause = ScrollAnimation.frame
    while pause < animation?.duration ?? ScrollMotion.longestStretch,
      self.offset(at: time + pause, restingAt: offset) == shown
    { pause += ScrollAnimation.frame }
    return pause
  }
}
