/// The rows of parts that are stacked with a blank line between them.
struct StackLayout: Sendable {
  let height: Int
  private let heights: [Int]
  private let tops: [Int]

  init(_ heights: [Int]) {
    self.heights = heights
    var tops: [Int] = []
    var top = 0
    for height in heights {
      tops.append(top)
      top += height + 1
    }
    self.tops = tops
    height = max(0, top - 1)
  }

  var count: Int { heights.count }

  /// The rows of one part; empty if there is no such part.
  func rows(of index: Int) -> Range<Int> {
    guard heights.indices.contains(index) else { return 0..<0 }
    return tops[index]..<tops[index] + heights[index]
  }

  /// Draws the parts that a canvas shows if the stack begins at its row `top`.
  func draw(on canvas: inout Canvas, x: Int, top: Int, _ part: (Int) -> Canvas) {
    for (index, start) in tops.enumerated() where top + start < canvas.height {
      if top + start + heights[index] > 0 { canvas.draw(part(index), x: x, y: top + start) }
    }
  }
}
