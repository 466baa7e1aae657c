/// The parts of a stretchy header at a scroll offset.
///
/// The banner grows when it is pulled, and scrolls at half speed.
package struct StretchyMotion: Equatable, Sendable {
  /// The scale of the banner around the middle of its lower edge.
  package let zoom: Double
  /// The upward movement of the banner, in points.
  package let bannerShift: Double

  /// `offset` is the scroll offset in points, negative when pulled.
  ///
  /// `header` and `banner` are the heights of the header and of the banner at offset 0.
  package init(offset: Double, header: Double, banner: Double) {
    let pull = max(0, -offset)
    // A smaller zoom would leave a gap above the banner.
    zoom = pull > 0 ? max(pull / 500 + 1, 1 + pull / max(1, banner)) : 1
    bannerShift = min(max(0, offset) * 0.5, header)
  }
}

/// The parts of a three-state header at a scroll offset.
///
/// The banner becomes a bar and blurs. The avatar shrinks and moves behind it, and a title appears.
package struct ThreeStateMotion: Equatable, Sendable {
  /// The lengths of a header, in any unit.
  package struct Lengths: Equatable, Sendable {
    let banner: Double
    let bar: Double
    let avatar: Double
    /// The scroll distance between the end of the banner's and of the title's movement.
    let arrival: Double

    package init(banner: Double, bar: Double, avatar: Double, arrival: Double) {
      (self.banner, self.bar, self.avatar, self.arrival) = (banner, bar, avatar, arrival)
    }
  }

  package static let blurSteps = 10
  private static let smallest = 0.63

  package let bannerHeight: Double
  package let avatarSide: Double
  /// Whether the avatar is in front of the banner, or hidden by it.
  package let isAvatarInFront: Bool
  /// From 0, a sharp banner, to `blurSteps`.
  package let blurStep: Int
  /// The progress of the title from 0 to 1, which is also its opacity.
  package let titlePart: Double

  package init(offset: Double, _ lengths: Lengths) {
    let turn = lengths.banner - lengths.bar
    bannerHeight = max(lengths.bar, lengths.banner - offset)
    let shrinking = min(max(offset / max(turn, 1), 0), 1)
    avatarSide = lengths.avatar * (1 - shrinking * (1 - Self.smallest))
    isAvatarInFront = offset < turn
    titlePart = min(max((offset - turn) / lengths.arrival, 0), 1)
    blurStep = Int((Double(Self.blurSteps) * titlePart).rounded(.up))
  }

  /// The blur radius in points.
  package static func radius(ofStep step: Int) -> Int { 3 * step }
}

/// The parts of a fading header at a scroll offset.
///
/// The large header fades out, a small title fades in, and the list moves up below it.
package struct FadingMotion: Equatable, Sendable {
  /// The upward movement of the header, in points.
  package let shift: Double
  package let listTop: Double
  package let titleAlpha: Double

  /// `tallest` and `lowest` are the heights of the header at offset 0 and after scrolling by
  /// `range`.
  ///
  /// With a `range` of 0, the header vanishes at the first step.
  package init(offset: Double, tallest: Double, lowest: Double, range: Double) {
    shift = min(max(offset, 0), range)
    let progress = range > 0 ? shift / range : offset > 0 ? 1 : 0
    listTop = tallest - progress * (tallest - lowest)
    titleAlpha = progress
  }
}

/// The stretch of a page that is pulled past its end, and its decay.
package enum RubberBand {
  private static let stiffness = 0.55
  /// The seconds after which about a third of the stretch is left.
  private static let returnTime = 0.09

  /// The stretch for a pull in points: it grows ever more slowly and never reaches `limit`.
  package static func stretch(ofPull pull: Double, limit: Double) -> Double {
    guard pull > 0, limit > 0 else { return 0 }
    return (1 - 1 / (pull * stiffness / limit + 1)) * limit
  }

  /// The remaining stretch after a time; less than half a point counts as 0.
  package static func rest(of stretch: Double, after seconds: Double) -> Double {
    let ratio = max(0, seconds) / returnTime
    // (1 + x/64)^-64 approximates e^-x within a few per cent, and is equal on every machine.
    var base = 1 + ratio / 64
    for _ in 0..<6 { base *= base }
    let rest = stretch / base
    return abs(rest) < 0.5 ? 0 : rest
  }
}
