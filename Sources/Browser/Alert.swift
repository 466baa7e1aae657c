package import Rendering

/// A sentence that slides in, stays long enough to be read, and slides out.
package struct Alert {
  private static let slide: Int64 = 120_000

  package let text: SafeText
  package let mood: AlertBox.Mood
  /// Microseconds.
  let since: Int64

  package var isTrouble: Bool { mood == .trouble }

  /// Long sentences stay longer.
  private var stay: Int64 { 1_800_000 + Int64(text.width) * 30_000 }

  /// The visible part, from 0 to 1.
  func part(at time: Int64, hasMotion: Bool) -> Double {
    let age = time - since
    guard hasMotion else { return age < stay ? 1 : 0 }
    if age < Alert.slide { return Double(age) / Double(Alert.slide) }
    return min(1, max(0, Double(stay - age) / Double(Alert.slide)))
  }

  func isOver(at time: Int64) -> Bool { time - since >= stay }

  /// Microseconds until the alert changes on the screen.
  func pause(at time: Int64, hasMotion: Bool) -> Int64 {
    let age = time - since
    let rest = stay - age
    guard hasMotion else { return max(0, rest) }
    return age < Alert.slide || rest <= Alert.slide ? ScrollAnimation.frame : rest - Alert.slide
  }
}
