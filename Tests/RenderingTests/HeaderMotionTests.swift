import Rendering
import Testing

@Suite struct `A header's motion` {
  @Test(
    arguments: [
      (-500.0, 1 + 500.0 / 150, 0.0), (-42, 1.28, 0), (0, 1, 0), (100, 1, 50), (419, 1, 209.5),
      (420, 1, 210), (840, 1, 420), (9_000, 1, 420),
    ] as [(Double, Double, Double)])
  func `stretches and lags behind`(offset: Double, zoom: Double, shift: Double) {
    let motion = StretchyMotion(offset: offset, header: 420, banner: 150)
    #expect(abs(motion.zoom - zoom) < 1e-9)
    #expect(motion.bannerShift == shift)
  }

  @Test func `leaves no gap above a banner that is pulled`() {
    for pull in stride(from: 0.0, through: 800, by: 7) {
      let motion = StretchyMotion(offset: -pull, header: 420, banner: 150)
      #expect(150 * motion.zoom >= 150 + pull - 1e-9)
    }
  }

  /// The columns are the offset, then the expected values for a banner of ten rows.
  @Test(
    arguments: [
      (-5.0, 15.0, 8.0, true, 0, 0.0), (0, 10, 8, true, 0, 0), (3.5, 6.5, 6.52, true, 0, 0),
      (7, 3, 5.04, false, 0, 0), (8, 3, 5.04, false, 1, 0.1), (12, 3, 5.04, false, 5, 0.5),
      (17, 3, 5.04, false, 10, 1), (400, 3, 5.04, false, 10, 1),
    ] as [(Double, Double, Double, Bool, Int, Double)])
  func `shrinks, blurs and brings the title`(
    offset: Double, banner: Double, avatar: Double, isInFront: Bool, step: Int, title: Double
  ) {
    let lengths = ThreeStateMotion.Lengths(banner: 10, bar: 3, avatar: 8, arrival: 10)
    let motion = ThreeStateMotion(offset: offset, lengths)
    #expect(motion.bannerHeight == banner)
    #expect(abs(motion.avatarSide - avatar) < 1e-9)
    #expect(motion.isAvatarInFront == isInFront)
    #expect(motion.blurStep == step)
    #expect(abs(motion.titlePart - title) < 1e-9)
  }

  @Test(
    arguments: [
      (-80.0, 200.0, 60.0, 100.0, 0.0, 200.0, 0.0), (0, 200, 60, 100, 0, 200, 0),
      (50, 200, 60, 100, 50, 130, 0.5), (100, 200, 60, 100, 100, 60, 1),
      (900, 200, 60, 100, 100, 60, 1), (0, 200, 0, 0, 0, 200, 0), (1, 200, 0, 0, 0, 0, 1),
      (0, 0, 0, 0, 0, 0, 0),
    ] as [(Double, Double, Double, Double, Double, Double, Double)])
  func `fades into a title`(
    offset: Double, tallest: Double, lowest: Double, range: Double, shift: Double,
    listTop: Double, title: Double
  ) {
    let motion = FadingMotion(offset: offset, tallest: tallest, lowest: lowest, range: range)
    #expect(motion.shift == shift && motion.listTop == listTop)
    #expect(motion.titleAlpha == title)
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
