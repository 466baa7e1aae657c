import Model
import Rendering
import Testing

@Suite struct FadeTests {
  private static let letter = Paint(.palette(2), .bold)

  private func traits(_ depth: ColorDepth) -> Traits {
    Traits(width: 80, height: 24, depth: depth, now: Sample.now)
  }

  @Test(
    arguments: [
      (1, letter), (0.661, letter), (0.66, Paint(.palette(2), .dim)),
      (0.331, Paint(.palette(2), .dim)), (0.33, Paint(.palette(8))), (0.101, Paint(.palette(8))),
      (0.1, nil), (0, nil),
    ] as [(Double, Paint?)])
  func `has four steps in sixteen colours`(alpha: Double, paint: Paint?) {
    #expect(Fade(alpha: alpha).paint(Self.letter, in: traits(.ansi16)) == paint)
  }

  @Test(
    arguments: [
      (1, Paint(.standard, .bold)), (0.501, Paint(.standard, .bold)),
      (0.5, Paint(.standard, .dim)), (0.251, Paint(.standard, .dim)), (0.25, nil), (0, nil),
    ] as [(Double, Paint?)])
  func `has three steps without colours`(alpha: Double, paint: Paint?) {
    #expect(Fade(alpha: alpha).paint(Paint(.standard, .bold), in: traits(.none)) == paint)
  }

  @Test(
    arguments: [
      (1, (214, 219, 227)), (0.5, (114, 119, 126)), (0.1, (34, 38, 44)), (0, nil),
    ] as [(Double, (UInt8, UInt8, UInt8)?)])
  func `mixes letters with what is behind them`(alpha: Double, color: (UInt8, UInt8, UInt8)?) {
    for depth in [ColorDepth.trueColor, .ansi256] {
      let expected = color.map { red, green, blue in
        Paint(.near(red: red, green: green, blue: blue, in: depth))
      }
      #expect(Fade(alpha: alpha).paint(.plain, in: traits(depth)) == expected)
    }
  }
}
