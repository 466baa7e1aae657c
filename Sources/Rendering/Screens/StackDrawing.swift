/// The rows of parts that are stacked with a blank line between two of them.
package struct RowStack: Sendable {
  package let height: Int
  fileprivate let heights: [Int]
  fileprivate let tops: [Int]

  init(heights: [Int]) {
    self.heights = heights
    var top = 0
    tops = heights.map { height in
      defer { top += height + 1 }
      return top
    }
    height = max(0, top - 1)
  }

  package var count: Int { heights.count }

  /// The rows of one part; empty if there is no such part.
  package func rows(of index: Int) -> Range<Int> {
    guard heights.indices.contains(index) else { return 0..<0 }
    return tops[index]..<tops[index] + heights[index]
  }

  /// The visible parts if the stack begins at row `top` of the canvas.
  func seen(on canvas: Canvas, top: Int) -> [Int] {
    heights.indices.filter {
      top + tops[$0] < canvas.height && top + tops[$0] + heights[$0] > 0
    }
  }
}

/// Draws stacked parts, each when it first becomes visible, and keeps them.
struct StackDrawing {
  let stack: RowStack
  private var canvases: [Int: Canvas] = [:]

  init(_ stack: RowStack) {
    self.stack = stack
  }

  /// Draws the visible parts if the stack begins at row `top` of the canvas.
  ///
  /// `part` returns a canvas and whether it is complete; an incomplete one is drawn again the next
  /// time. If many are cached, those far from the visible parts are dropped.
  mutating func draw(
    on canvas: inout Canvas, x: Int, top: Int, _ part: (Int) -> (canvas: Canvas, isComplete: Bool)
  ) {
    let seen = stack.seen(on: canvas, top: top)
    for index in seen {
      let drawn = canvases[index].map { (canvas: $0, isComplete: true) } ?? part(index)
      if drawn.isComplete { canvases[index] = drawn.canvas }
      assert(drawn.canvas.height == stack.heights[index], "A part is as tall as its layout says.")
      canvas.draw(drawn.canvas, x: x, y: top + stack.tops[index])
    }
    guard let first = seen.first, let last = seen.last else { return }
    let reach = 3 * seen.count + 6
    guard canvases.count > 3 * reach else { return }
    canvases = canvases.filter { (first - reach...last + reach).contains($0.key) }
  }
}

extension Canvas {
  /// Draws a heavy frame over the edges of the selected tile.
  ///
  /// Colours below the frame are mixed with the background of the window until there is enough
  /// contrast.
  mutating func drawSelection(x: Int, y: Int, width: Int, height: Int, in traits: Traits) {
    guard width > 1, height > 1 else { return }
    let paint = Style.chosen.paint(in: traits)
    let (rule, side, corners): (SafeText, SafeText, [SafeText]) =
      traits.isASCII ? ("=", "#", ["#", "#", "#", "#"]) : ("━", "┃", ["┏", "┓", "┗", "┛"])
    let (right, bottom) = (x + width - 1, y + height - 1)
    let assumed = AssumedColors(in: traits)
    func draw(_ glyph: SafeText, _ x: Int, _ y: Int) {
      guard (0..<self.width).contains(x), (0..<self.height).contains(y) else { return }
      let ground = assumed.ground(
        self[x, y].paint.background, under: paint.foreground,
        contrast: AssumedColors.frameContrast, in: traits.depth)
      self.draw(glyph, x: x, y: y, Paint(paint.foreground, on: ground, paint.flags))
    }
    for row in [y, bottom] {
      for column in x + 1..<right { draw(rule, column, row) }
    }
    for row in y + 1..<bottom {
      for column in [x, right] { draw(side, column, row) }
    }
    for (corner, (x, y)) in zip(corners, [(x, y), (right, y), (x, bottom), (right, bottom)]) {
      draw(corner, x, y)
    }
  }

  /// Draws a bar at the left of the selected row of a list.
  mutating func drawMark(y: Int, height: Int, in traits: Traits) {
    let paint = Style.chosen.paint(in: traits)
    for row in y..<y + height { draw(traits.isASCII ? ">" : "▌", x: 0, y: row, paint) }
  }
}
