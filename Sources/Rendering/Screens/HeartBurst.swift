/// A heart that bursts over a post when it is liked, in three frames.
package struct HeartBurst: Equatable {
  /// Microseconds.
  private static let frame: Int64 = 90_000
  private static let frames: [[SafeText]] = [
    ["♥"],
    ["▟▙ ▟▙", "▜███▛", " ▜█▛ "],
    ["·  ·  ·  ·", "  ▟█▙ ▟█▙  ", "· ▜█████▛ ·", "   ▜███▛   ", "·   ▜█▛   ·", " ·   ·   · "],
  ]

  private let since: Int64

  package init(since: Int64) {
    self.since = since
  }

  package func isOver(at time: Int64) -> Bool { index(at: time) >= HeartBurst.frames.count }

  /// The microseconds until the next frame.
  package func pause(at time: Int64) -> Int64 {
    max(0, since + Int64(index(at: time) + 1) * HeartBurst.frame - time)
  }

  private func index(at time: Int64) -> Int { Int(max(0, time - since) / HeartBurst.frame) }

  /// Draws its current frame around a cell, on the backgrounds of the canvas.
  package func draw(on canvas: inout Canvas, x: Int, y: Int, at time: Int64, in traits: Traits) {
    guard !isOver(at: time) else { return }
    let rows = traits.isASCII ? [traits.glyphs.heart] : HeartBurst.frames[index(at: time)]
    let paint = Style.heart.paint(in: traits)
    for (row, line) in rows.enumerated() {
      var column = x - line.width / 2
      // Blanks do not cover the canvas.
      for character in line.string {
        if character != " " {
          canvas.draw(
            SafeText(String(character)), over: column, y: y - rows.count / 2 + row,
            paint.foreground, .bold)
        }
        column += 1
      }
    }
  }
}
