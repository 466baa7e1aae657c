/// Mixes two of the sixteen palette colours in a pattern that looks like a third.
struct Dither {
  /// Two colours, and how many of the sixteen places of the pattern take the lighter one.
  private struct Mixture {
    let dark: UInt8
    let light: UInt8
    let share: Int32
    let color: Sample
    /// A penalty for visible patterns.
    let contrast: Int32
  }

  /// Bayer's 4×4 matrix: the threshold from which each place takes the lighter colour.
  private static let thresholds: ContiguousArray<Int32> = [
    0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5,
  ]

  /// The RGB values of the palette on most terminals.
  private static let palette: ContiguousArray<Sample> = [
    color(0, 0, 0), color(190, 0, 0), color(0, 190, 0), color(190, 190, 0),
    color(0, 0, 210), color(190, 0, 190), color(0, 190, 190), color(215, 215, 215),
    color(115, 115, 115), color(255, 70, 70), color(70, 255, 70), color(255, 255, 70),
    color(80, 80, 255), color(255, 70, 255), color(70, 255, 255), color(255, 255, 255),
  ]

  /// Each colour alone, and each pair in quarters; finer steps are visible as spots.
  private static let mixtures: ContiguousArray<Mixture> = {
    var mixtures: ContiguousArray<Mixture> = []
    let byLight = palette.indices.sorted { palette[$0].light < palette[$1].light }
    for (place, dark) in byLight.enumerated() {
      mixtures.append(
        Mixture(
          dark: UInt8(dark), light: UInt8(dark), share: 0, color: palette[dark], contrast: 0))
      for light in byLight[(place + 1)...] {
        let apart = distance(palette[light] - palette[dark])
        for quarters: Int32 in 1...3 {
          let (one, other) = (palette[dark], palette[light])
          func mixed(_ one: Int32, _ other: Int32) -> Int32 {
            (one * (4 - quarters) + other * quarters) / 4
          }
          mixtures.append(
            Mixture(
              dark: UInt8(dark), light: UInt8(light), share: 4 * quarters,
              color: color(
                mixed(one.red, other.red), mixed(one.green, other.green),
                mixed(one.blue, other.blue)),
              contrast: apart * quarters * (4 - quarters) * 3 / 80))
        }
      }
    }
    return mixtures
  }()

  private static func color(_ red: Int32, _ green: Int32, _ blue: Int32) -> Sample {
    Sample(red: red, green: green, blue: blue)
  }

  private static func distance(_ apart: Sample) -> Int32 {
    3 * apart.red * apart.red + 5 * apart.green * apart.green + 2 * apart.blue * apart.blue
  }

  /// A cache of mixtures, by the upper four bits of each part of a colour.
  private var known = ContiguousArray<Int16>(repeating: -1, count: 1 << 12)

  mutating func color(_ sample: Sample, x: Int, y: Int) -> Color {
    let key = Int((sample.red >> 4) << 8 | (sample.green >> 4) << 4 | sample.blue >> 4)
    if known[key] < 0 { known[key] = Dither.mixture(for: sample) }
    let mixture = Dither.mixtures[Int(known[key])]
    let isLight = Dither.thresholds[(y & 3) << 2 | x & 3] < mixture.share
    return .palette(isLight ? mixture.light : mixture.dark)
  }

  /// The index of the nearest mixture, preferring calm ones.
  private static func mixture(for sample: Sample) -> Int16 {
    // The middle of all colours with these upper bits, so that the order of calls doesn't matter.
    let wanted = vivid(
      color((sample.red >> 4) * 17, (sample.green >> 4) * 17, (sample.blue >> 4) * 17))
    var (best, least) = (0, Int32.max)
    for (place, mixture) in mixtures.enumerated() {
      let error = distance(wanted - mixture.color) + mixture.contrast
      if error < least { (best, least) = (place, error) }
    }
    return Int16(best)
  }

  /// Saturates by 1.3, because most pale and dark colours would be nearest to a grey.
  private static func vivid(_ sample: Sample) -> Sample {
    let light = sample.light
    func vivid(_ part: Int32) -> Int32 { max(0, min(255, light + (part - light) * 13 / 10)) }
    return color(vivid(sample.red), vivid(sample.green), vivid(sample.blue))
  }
}
