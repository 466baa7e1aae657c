import Model

/// A generated landscape in the colours of a handle, for users without a picture.
struct DefaultBanner {
  private let hash: UInt64
  private let tint: Sample

  init(_ handle: Handle) {
    hash = StableHash(handle.text).value &* 0x9E37_79B9_7F4A_7C15
    let (red, green, blue) = Identicon(handle).color
    tint = Sample(red: Int32(red), green: Int32(green), blue: Int32(blue))
  }

  func raster(width: Int, height: Int) -> Raster {
    var samples: ContiguousArray<Sample> = []
    samples.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        samples.append(sample(Double(x) / Double(width), Double(y) / Double(max(1, height - 1))))
      }
    }
    return Raster(width: width, samples: samples)
  }

  /// `x` and `y` go from 0 to 1 from the top left corner.
  private func sample(_ x: Double, _ y: Double) -> Sample {
    let night = Sample(red: 24, green: 28, blue: 52)
    var color = tint.mixed(0.15 + 0.65 * y, over: night)
    let sun = Double(hash >> 8 & 0xFF) / 255 * 0.7 + 0.15
    // The banner is about three times as wide as high, so the sun is narrowed.
    let (dx, dy) = ((x - sun) * 7, y - 0.42)
    let glow = max(0, 1 - (dx * dx + dy * dy) * 5)
    color = Sample(red: 255, green: 236, blue: 200).mixed(glow * 0.85, over: color)
    for layer in 0..<3 where y > ridge(x, layer) {
      color = night.mixed(0.45 + 0.2 * Double(layer), over: tint)
    }
    return color
  }

  /// The upper edge of a row of hills, from 0 at the top.
  private func ridge(_ x: Double, _ layer: Int) -> Double {
    let seed = hash >> (UInt64(layer) * 13)
    let (phase, waves) = (Double(seed & 0xFF) / 255, Double(2 + seed >> 8 & 3))
    let slow = wave(x * waves + phase), fast = wave(x * waves * 2.7 + phase * 3)
    return 0.5 + 0.17 * Double(layer) - 0.16 * slow - 0.07 * fast
  }

  /// A wave between -1 and 1 with period 1, made of two parabolas.
  private func wave(_ x: Double) -> Double {
    let part = x - x.rounded(.down)
    return part < 0.5 ? 16 * part * (0.5 - part) : -16 * (part - 0.5) * (1 - part)
  }
}
