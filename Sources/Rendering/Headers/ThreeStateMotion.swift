/// Where the parts of a header with three states are at one offset: a banner that becomes a bar, an
/// avatar that shrinks and slips behind it, and a title that arrives while the banner blurs.
package struct ThreeStateMotion: Equatable, Sendable {
  package static let banner = 100.0
  package static let bar = 64.0
  /// The offset from which the banner is as low as the bar and blurs.
  package static let turn = banner - bar
  private static let arrival = 60.0
  package static let blurSteps = 10

  package let bannerHeight: Double
  package let avatarSide: Double
  /// Whether the avatar stands before the banner; later the banner hides it.
  package let isAvatarInFront: Bool
  /// 0 for a sharp banner, up to `blurSteps`.
  package let blurStep: Int
  /// How far below its place the title still is.
  package let titleDrop: Double
  /// How much of the title is to be seen, from 0 to 1.
  package let titleAlpha: Double

  /// `scale` makes everything smaller, the offset too, for windows that are low.
  package init(offset: Double, scale: Double = 1) {
    let offset = offset / scale
    bannerHeight = max(Self.bar, Self.banner - offset) * scale
    avatarSide = min(max(86 - offset, 44), 70) * scale
    isAvatarInFront = offset < Self.turn
    let beyond = offset - Self.turn
    let step = (Double(Self.blurSteps) * beyond / Self.arrival).rounded(.up)
    blurStep = Int(min(max(step, 0), Double(Self.blurSteps)))
    let drop = min(max(Self.arrival - beyond, 0), Self.arrival)
    titleDrop = drop * scale
    titleAlpha = 1 - drop / Self.arrival
  }

  /// 1 in windows that are high enough, and less where the banner would take more than a quarter.
  package static func scale(windowRows: Int) -> Double {
    min(1, Double(max(1, windowRows)) * Points.row / (4 * banner))
  }

  /// The radius of a blur in points.
  package static func radius(ofStep step: Int) -> Int { 3 * step }
}
