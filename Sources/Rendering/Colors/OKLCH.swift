/// A colour by lightness, chroma and hue: the OKLCH space of Björn Ottosson.
struct OKLCH {
  var lightness: Double
  var chroma: Double
  /// Degrees.
  var hue: Double

  /// The colour in sRGB; outside of the gamut, with as many 32nds less chroma as needed.
  var sample: Sample {
    let (cosine, sine) = (Wave.cosine(degrees: hue), Wave.sine(degrees: hue))
    func sample(less steps: Int) -> Sample? {
      let chroma = self.chroma * Double(32 - steps) / 32
      return self.sample(a: chroma * cosine, b: chroma * sine)
    }
    if let sample = sample(less: 0) { return sample }
    var (outside, inside) = (0, 32)
    while inside - outside > 1 {
      let middle = (inside + outside) / 2
      if sample(less: middle) == nil { outside = middle } else { inside = middle }
    }
    return sample(less: inside) ?? Sample(red: 255, green: 255, blue: 255)
  }

  /// Nil if a part is outside of 0 to 1.
  private func sample(a: Double, b: Double) -> Sample? {
    func cube(_ root: Double) -> Double { root * root * root }
    let l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
    let m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
    let s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
    let red = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s
    let green = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s
    let blue = -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s
    // White is rounded to a little more than 1.
    let gamut = -1e-6...1 + 1e-6
    guard gamut.contains(red), gamut.contains(green), gamut.contains(blue) else { return nil }
    return Sample(red: OKLCH.part(red), green: OKLCH.part(green), blue: OKLCH.part(blue))
  }

  /// The transfer function of sRGB, IEC 61966-2-1.
  private static func part(_ linear: Double) -> Int32 {
    let x = min(max(linear, 0), 1)
    // x^(1 / 2.4) is the product of the fourth and the sixth root.
    let root = x.squareRoot()
    let value = x <= 0.0031308 ? 12.92 * x : 1.055 * root.squareRoot() * cubeRoot(root) - 0.055
    return Int32((value * 255).rounded())
  }

  /// Newton's method; it starts with a third of the exponent, which is within 6 % of the root.
  ///
  /// After three steps the error is below a thousand-millionth.
  private static func cubeRoot(_ x: Double) -> Double {
    guard x > 0 else { return 0 }
    let bitsOfOne = 1.0.bitPattern
    var root = Double(bitPattern: x.bitPattern / 3 + bitsOfOne / 3 * 2)
    for _ in 0..<3 { root -= (root - x / (root * root)) * (1 / 3) }
    return root
  }
}

/// Sine and cosine by their Taylor series, because the program links no mathematics library.
enum Wave {
  private static let turn = 2 * Double.pi

  static func sine(degrees: Double) -> Double { sine(degrees / 360 * turn) }
  static func cosine(degrees: Double) -> Double { sine((degrees + 90) / 360 * turn) }

  static func sine(_ angle: Double) -> Double {
    var x = angle - (angle / turn).rounded() * turn
    // The series converges fast within a quarter turn of 0.
    if x > .pi / 2 { x = .pi - x } else if x < -.pi / 2 { x = -.pi - x }
    let square = x * x
    // Each factor is the next term divided by the one before it, such as x² / (2 · 3).
    let late = 1 - square * (1 / 72) * (1 - square * (1 / 110) * (1 - square * (1 / 156)))
    return x * (1 - square * (1 / 6) * (1 - square * (1 / 20) * (1 - square * (1 / 42) * late)))
  }
}
