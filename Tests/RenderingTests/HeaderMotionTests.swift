import Rendering
import Testing

@Suite struct `A header's motion` {
  private static let tall = StretchyMotion.Metrics(windowRows: 100)

  @Test func `has the sizes of the apps in a tall window, and smaller ones in a low one`() {
    #expect(Self.tall.banner == 150 && Self.tall.avatar == 100)
    let low = StretchyMotion.Metrics(windowRows: 20)
    #expect(abs(low.banner - 150 * 200 / 462) < 1e-9 && abs(low.avatar - 100 * 200 / 462) < 1e-9)
    #expect(StretchyMotion.Metrics(windowRows: 0).banner > 0)
  }

  @Test(
    arguments: [
      (-500.0, 1 + 500.0 / 150, 0.0), (-42, 1.28, 0), (0, 1, 0), (100, 1, 50), (419, 1, 209.5),
      (420, 1, 210), (840, 1, 420), (9_000, 1, 420),
    ] as [(Double, Double, Double)])
  func `stretches and lags behind`(offset: Double, zoom: Double, shift: Double) {
    let motion = StretchyMotion(offset: offset, header: 420, Self.tall)
    #expect(abs(motion.zoom - zoom) < 1e-9)
    #expect(motion.bannerShift == shift)
  }

  @Test func `leaves no gap above a banner that is pulled`() {
    for pull in stride(from: 0.0, through: 800, by: 7) {
      let motion = StretchyMotion(offset: -pull, header: 420, Self.tall)
      #expect(Self.tall.banner * motion.zoom >= Self.tall.banner + pull - 1e-9)
    }
  }

  @Test(
    arguments: [
      (-50.0, 150.0, 70.0, true, 0, 60.0, 0.0),
      (0, 100, 70, true, 0, 60, 0),
      (16, 84, 70, true, 0, 60, 0),
      (30, 70, 56, true, 0, 60, 0),
      (36, 64, 50, false, 0, 60, 0),
      (37, 64, 49, false, 1, 59, 1.0 / 60),
      (42, 64, 44, false, 1, 54, 0.1),
      (66, 64, 44, false, 5, 30, 0.5),
      (96, 64, 44, false, 10, 0, 1),
      (4_000, 64, 44, false, 10, 0, 1),
    ] as [(Double, Double, Double, Bool, Int, Double, Double)])
  func `shrinks, blurs and brings the title`(
    offset: Double, banner: Double, avatar: Double, isInFront: Bool, step: Int, drop: Double,
    alpha: Double
  ) {
    let motion = ThreeStateMotion(offset: offset)
    #expect(motion.bannerHeight == banner)
    #expect(motion.avatarSide == avatar)
    #expect(motion.isAvatarInFront == isInFront)
    #expect(motion.blurStep == step)
    #expect(motion.titleDrop == drop)
    #expect(abs(motion.titleAlpha - alpha) < 1e-9)
  }

  @Test(
    arguments: [
      (-80.0, 200.0, 60.0, 0.0, 200.0, 1.0, 0.0),
      (0, 200, 60, 0, 200, 1, 0),
      (30, 200, 60, 30, 130, 0.5, 0.5),
      (60, 200, 60, 60, 60, 0, 1),
      (900, 200, 60, 60, 60, 0, 1),
      (0, 200, 0, 0, 200, 1, 0),
      (1, 200, 0, 0, 0, 0, 1),
      (0, 0, 0, 0, 0, 1, 0),
    ] as [(Double, Double, Double, Double, Double, Double, Double)])
  func `fades into a title`(
    offset: Double, tallest: Double, lowest: Double, shift: Double, listTop: Double,
    header: Double, title: Double
  ) {
    let motion = FadingMotion(offset: offset, tallest: tallest, lowest: lowest)
    #expect(motion.shift == shift && motion.listTop == listTop)
    #expect(motion.headerAlpha == header && motion.titleAlpha == title)
  }

  @Test func `gives way to a pull less and less, and comes back to rest`() {
    var last = 0.0
    var gain = Double.infinity
    for pull in stride(from: 10.0, through: 4_000, by: 10) {
      let stretch = RubberBand.stretch(ofPull: pull, limit: 300)
      #expect(stretch > last && stretch < 300 && stretch - last <= gain + 1e-9)
      (gain, last) = (stretch - last, stretch)
    }
    #expect(RubberBand.stretch(ofPull: -5, limit: 300) == 0)
    #expect(RubberBand.rest(of: -200, after: 0) == -200)
    #expect(RubberBand.rest(of: -200, after: 0.1) > -100)
    #expect(RubberBand.rest(of: -200, after: 1) == 0)
  }

  @Test func `goes around all styles`() {
    #expect(HeaderStyle.stretchy.next == .threeState)
    #expect(HeaderStyle.fading.next == .stretchy)
  }
}
