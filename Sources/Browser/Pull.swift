import Rendering

/// A page that was pulled past its top, and goes back by itself.
package struct Pull: Equatable {
  /// Points, when it was pulled last.
  private var stretch = 0.0
  private var since: Int64 = 0

  package init() {}

  package func points(at time: Int64) -> Double {
    RubberBand.rest(of: stretch, after: Double(time - since) / 1_000_000)
  }

  /// Pulls so many points further; the further it is, the less it gives way.
  package mutating func pull(_ points: Double, limit: Double, at time: Int64) {
    let now = self.points(at: time)
    stretch = now + RubberBand.stretch(ofPull: points, limit: max(0, limit - now))
    since = time
  }
}
