/// Mixes the sixteen colours so that a pattern of them looks like one they do not have.
enum Dither {
  /// Bayer's matrix of four by four: when each of the places takes the lighter colour.
  private static let thresholds: ContiguousArray<Int32> = [
    0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5,
  ]

  /// What most terminals show for the sixteen.
  private static let palette: ContiguousArray<Sample> = [
    color(0, 0, 0), color(190, 0, 0), color(0, 190, 0), color(190, 190, 0),
    color(0, 0, 210), color(190, 0, 190), color(0, 190, 190), color(215, 215, 215),
    color(115, 115, 115), color(255, 70, 70), color(70, 255, 70), color(255, 255, 70),
    color(80, 80, 255), color(255, 70, 255), color(70, 255, 255), color(255, 255, 255),
  ]

  /// How much lighter the darkest place of the pattern sees a colour than the lightest.
  private static let spread: Int32 = 96

  private static func color(_ red: Int32, _ green: Int32, _ blue: Int32) -> Sample {
    Sample(red: red, green: green, blue: blue)
  }

  static func color(_ sample: Sample, x: Int, y: Int) -> Color {
    let shift = (2 * thresholds[(y & 3) << 2 | x & 3] - 15) * spread / 32
    let wanted = vivid(sample) + color(shift, shift, shift)
    var (best, least) = (0, Int32.max)
    for place in palette.indices {
      let apart = wanted - palette[place]
      let distance =
        3 * apart.red * apart.red + 5 * apart.green * apart.green + 2 * apart.blue * apart.blue
      if distance < least { (best, least) = (place, distance) }
    }
    return .palette(UInt8(best))
  }

  /// 1.75 times as far from grey: else most of what is pale or dark would be nearest to a grey.
  private static func vivid(_ sample: Sample) -> Sample {
    let light = sample.light
    func vivid(_ part: Int32) -> Int32 { max(0, min(255, light + (part - light) * 7 / 4)) }
    return color(vivid(sample.red), vivid(sample.green), vivid(sample.blue))
  }
}
