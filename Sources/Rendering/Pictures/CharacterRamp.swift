/// A picture in characters from light to dense, for terminals without colours or blocks.
///
/// It was tuned by eye at 24 by 15 characters, with photographs, drawings and print.
struct CharacterRamp {
  private static let signs = Array(" .:-=+*#%@".unicodeScalars)

  /// The lowest lightness of each character except the first, on a dark screen.
  ///
  /// Even steps to the power of 1 / 1.3, because dense characters glow and outshine lighter ones.
  private static let steps: [Int32] = [43, 74, 101, 126, 150, 172, 194, 215, 235]

  private let width: Int
  private let height: Int
  /// The lightness of each sample from 0 to 255, stretched to the whole range.
  private var lights: [Int32]

  init(_ raster: Raster) {
    width = raster.width
    height = raster.height
    lights = raster.samples.map(\.light)
    stretch()
    sharpen()
  }

  /// A lighter sample has a denser character on a dark screen, and a thinner one on a light screen.
  func sign(x: Int, y: Int, isLight: Bool) -> Unicode.Scalar {
    let light = lights[y * width + x]
    if isLight { return CharacterRamp.signs[9 - Int(light * 10 / 256)] }
    return CharacterRamp.signs[CharacterRamp.steps.firstIndex { light < $0 } ?? 9]
  }

  /// The smallest stretched range; a smaller range is the noise of a flat picture.
  private static let leastRange: Int32 = 48

  /// Stretches the 2nd to 98th percentile to the whole range.
  private mutating func stretch() {
    var counts = Array(repeating: 0, count: 256)
    for light in lights { counts[Int(light)] += 1 }
    let outside = lights.count / 50
    let low = CharacterRamp.light(outside, of: counts)
    let high = CharacterRamp.light(lights.count - 1 - outside, of: counts)
    // A picture with a smaller range keeps its lightness as far as possible.
    let range = max(CharacterRamp.leastRange, high - low)
    let bottom = high - low == range ? low : min(255 - range, max(0, (low + high - range) / 2))
    for place in lights.indices {
      lights[place] = CharacterRamp.clamped((lights[place] - bottom) * 255 / range)
    }
  }

  /// The lightness of the sample with this rank, the darkest being 0.
  private static func light(_ place: Int, of counts: [Int]) -> Int32 {
    var rest = place
    for (light, count) in counts.enumerated() {
      if rest < count { return Int32(light) }
      rest -= count
    }
    return 255
  }

  /// Increases the difference from the neighbours, for edges, and from the region, for shapes.
  private mutating func sharpen() {
    let neighbours = averages(reach: 1)
    let region = averages(reach: max(2, width / 6))
    for place in lights.indices {
      let light = lights[place]
      let apart = 3 * (light - neighbours[place]) + 4 * (light - region[place])
      lights[place] = CharacterRamp.clamped(light + apart / 10)
    }
  }

  /// The average lightness of the square around each sample, from a summed-area table.
  private func averages(reach: Int) -> [Int32] {
    let line = width + 1
    var sums = [Int32](repeating: 0, count: line * (height + 1))
    for y in 0..<height {
      var sum: Int32 = 0
      for x in 0..<width {
        sum += lights[y * width + x]
        sums[(y + 1) * line + x + 1] = sums[y * line + x + 1] + sum
      }
    }
    var averages = lights
    for y in 0..<height {
      let (top, bottom) = (max(0, y - reach) * line, min(height, y + reach + 1) * line)
      for x in 0..<width {
        let (left, right) = (max(0, x - reach), min(width, x + reach + 1))
        let sum = sums[bottom + right] - sums[top + right] - sums[bottom + left] + sums[top + left]
        averages[y * width + x] = sum / Int32((right - left) * (bottom - top) / line)
      }
    }
    return averages
  }

  private static func clamped(_ light: Int32) -> Int32 {
    max(0, min(255, light))
  }
}
