/// What a screen shows at one moment.
package struct Frame: Sendable {
  /// A cell, counted from the top left corner.
  package struct Place: Hashable, Sendable {
    package var x: Int
    package var y: Int

    package init(x: Int, y: Int) {
      self.x = x
      self.y = y
    }
  }

  package var canvas: Canvas
  /// Where text is being typed; nil where none is, and then no cursor is shown.
  package var cursor: Place?

  package init(_ canvas: Canvas, cursor: Place? = nil) {
    self.canvas = canvas
    self.cursor = cursor
  }
}
