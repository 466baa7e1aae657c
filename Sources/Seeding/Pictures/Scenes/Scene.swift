/// A family of motifs, which are methods that draw on the canvas and return a description.
protocol Scene {
  var canvas: PixelCanvas { get set }
  var random: SeededRandom { get set }
}

extension Scene {
  static var width: Double { Double(PixelCanvas.width) }
  static var height: Double { Double(PixelCanvas.height) }

  mutating func between(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * Double(random.below(65_536)) / 65_536
  }

  mutating func fill(_ outline: Outline, _ tint: Tint, _ opacity: Double = 1) {
    canvas.fill(outline, tint, opacity)
  }

  mutating func fill(_ outline: Outline, _ shading: Fill, _ opacity: Double = 1) {
    canvas.fill(outline, shading, opacity)
  }

  mutating func cover(_ tint: Tint) {
    fill(.box(0, 0, Self.width, Self.height), tint)
  }

  /// Land from an upper edge at about `level` down to the bottom.
  ///
  /// The edge is the sum of `rugged` curves. Each has about half the height and half the wave
  /// length of the one before.
  mutating func land(_ level: Double, rise: Double, wave: Double, rugged: Int = 3) -> Outline {
    var heights = [Double](repeating: level, count: Int(Self.width) / 3 + 2)
    var (rise, wave) = (rise, wave)
    for _ in 0..<rugged {
      let knots = (0...Int(Self.width / wave) + 2).map { _ in between(-rise, rise) }
      for place in heights.indices {
        let along = Double(place) * 3 / wave
        let knot = Int(along)
        let part = along - Double(knot)
        let soft = part * part * (3 - 2 * part)
        heights[place] += knots[knot] + (knots[knot + 1] - knots[knot]) * soft
      }
      (rise, wave) = (rise * 0.45, wave * 0.47)
    }
    let edge = heights.enumerated().map { Point(Double($0.offset) * 3 - 1, $0.element) }
    return Outline(
      edge + [Point(Self.width + 9, Self.height + 9), Point(-9, Self.height + 9)])
  }

  /// A count in words before its noun.
  static func number(_ count: Int, _ one: String, _ many: String) -> String {
    let words = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"]
    return "\(words[min(count, 9)]) \(count == 1 ? one : many)"
  }
}
