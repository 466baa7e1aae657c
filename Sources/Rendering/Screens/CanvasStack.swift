/// Canvases below each other with a blank line between them, to be scrolled.
struct CanvasStack: Sendable {
  let height: Int
  private let canvases: [Canvas]
  private let tops: [Int]

  init(_ canvases: [Canvas]) {
    self.canvases = canvases
    var tops: [Int] = []
    var top = 0
    for canvas in canvases {
      tops.append(top)
      top += canvas.height + 1
    }
    self.tops = tops
    height = max(0, top - 1)
  }

  var count: Int { canvases.count }

  /// The lines that a canvas takes; none, if there is no such canvas.
  func rows(of index: Int) -> Range<Int> {
    guard canvases.indices.contains(index) else { return 0..<0 }
    return tops[index]..<tops[index] + canvases[index].height
  }

  /// The canvas at a line of the stack, if it is no blank one.
  func index(y: Int) -> Int? {
    guard let index = tops.lastIndex(where: { $0 <= y }), rows(of: index).contains(y) else {
      return nil
    }
    return index
  }

  /// Draws what a canvas shows of it when the first line is at `top` there.
  func draw(on canvas: inout Canvas, x: Int, top: Int) {
    for (part, start) in zip(canvases, tops) where top + start < canvas.height {
      if top + start + part.height > 0 { canvas.draw(part, x: x, y: top + start) }
    }
  }
}
