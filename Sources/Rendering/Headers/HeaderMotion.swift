/// The parts of a stretchy header at a scroll offset.
///
/// The banner grows when it is pulled, and scrolls at half speed. `HeaderLayout` places the bar.
package struct StretchyMotion: Equatable, Sendable {
  /// The heights of the parts at offset 0, in points.
  package struct Metrics: Equatable, Sendable {
    package let banner: Double
    package let avatar: Double

    /// Scales a header of 420 points and a bar of 42 down to at most half of the window.
    package init(windowRows: Int) {
      let window = Double(max(1, windowRows)) * PointScale.row
      let scale = min(1, window / 2 / (420 + 42))
      banner = 150 * scale
      avatar = 100 * scale
    }
  }

  /// The scale of the banner about the middle of its lower edge.
  package let zoom: Double
  /// How far the banner has moved up, in points.
  package let bannerShift: Double

  /// `offset` is the scroll offset in points, negative when pulled; `header` is the height at
  /// offset 0.
  package init(offset: Double, header: Double, _ metrics: Metrics) {
    let pull = max(0, -offset)
    // The zoom follows the height of the banner: a smaller one would open a gap above.
    zoom = pull > 0 ? max(pull / 500 + 1, 1 + pull / metrics.banner) : 1
    bannerShift = min(max(0, offset) * 0.5, header)
  }
}

/// The parts of a header with three states at a scroll offset.
///
/// The banner becomes a bar, the avatar shrinks and moves behind it, and a title arrives while the
/// banner blurs.
package struct ThreeStateMotion: Equatable, Sendable {
  package static let banner = 100.0
  package static let bar = 64.0
  /// The offset from which the banner is as low as the bar and begins to blur.
  package static let turn = banner - bar
  private static let arrival = 60.0
  package static let blurSteps = 10

  package let bannerHeight: Double
  package let avatarSide: Double
  /// Whether the avatar is in front of the banner, or hidden by it.
  package let isAvatarInFront: Bool
  /// 0 for a sharp banner, at most `blurSteps`.
  package let blurStep: Int
  /// How far the title is below its final place.
  package let titleDrop: Double
  /// The opacity of the title, from 0 to 1.
  package let titleAlpha: Double

  /// `scale` shrinks all lengths, the offset included, for low windows.
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

  /// Keeps the banner within a quarter of the window; at most 1.
  package static func scale(windowRows: Int) -> Double {
    min(1, Double(max(1, windowRows)) * PointScale.row / (4 * banner))
  }

  /// The blur radius in points.
  package static func radius(ofStep step: Int) -> Int { 3 * step }
}

/// The parts of a fading header at a scroll offset.
///
/// The large header fades out, a small title fades in, and the list moves up below it.
package struct FadingMotion: Equatable, Sendable {
  /// How far the header has moved up, in points.
  package let shift: Double
  /// The upper edge of the list.
  package let listTop: Double
  package let headerAlpha: Double
  package let titleAlpha: Double

  /// `tallest` and `lowest` are the heights of the header at offset 0 and when it has faded.
  ///
  /// With a `lowest` of 0, the header vanishes at the first step.
  package init(offset: Double, tallest: Double, lowest: Double) {
    shift = min(max(offset, 0), lowest)
    let progress = lowest > 0 ? shift / lowest : offset > 0 ? 1 : 0
    listTop = tallest - progress * (tallest - lowest)
    headerAlpha = 1 - progress
    titleAlpha = progress
  }
}

/// The stretch of a page that is pulled past its end, and its return.
package enum RubberBand {
  private static let stiffness = 0.55
  /// The seconds in which the stretch falls to about a third.
  private static let returnTime = 0.09

  /// The stretch for a pull in points: it grows ever more slowly and never reaches `limit`.
  package static func stretch(ofPull pull: Double, limit: Double) -> Double {
    guard pull > 0, limit > 0 else { return 0 }
    return (1 - 1 / (pull * stiffness / limit + 1)) * limit
  }

  /// The remaining stretch after a time; less than half a point counts as 0.
  package static func rest(of stretch: Double, after seconds: Double) -> Double {
    let ratio = max(0, seconds) / returnTime
    // (1 + x/64)^-64 approximates e^-x within a few per cent and is the same on every machine.
    var base = 1 + ratio / 64
    for _ in 0..<6 { base *= base }
    let rest = stretch / base
    return abs(rest) < 0.5 ? 0 : rest
  }
}
