import Model
import PNG
import Rendering
import Screens

/// An animated SVG drawing of frames, without a script.
///
/// The frames form a strip, one below the other, which steps through a window one frame high. Equal
/// rows and equal pixels are stored once.
struct Film {
  /// The duration of the last frame in seconds.
  private static let rest = 1.5

  private let columns: Int
  private let rows: Int
  private let times: [Double]
  private let colors = SVGColors(isLight: false)
  /// The distinct rows.
  ///
  /// Each frame lists the indexes of its rows; nil is an empty row.
  private var held: [FilmRow] = []
  private var frames: [[Int?]] = []

  init(_ shots: [Recording.Shot], columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    let start = shots.first?.time ?? 0
    times = shots.map { $0.time - start }
    var places: [FilmRow: Int] = [:]
    for shot in shots {
      frames.append(
        shot.screen.rowsWithCursor.map { cells in
          let row = FilmRow(cells, colors: colors)
          if row.isEmpty { return nil }
          if places[row] == nil {
            places[row] = held.count
            held.append(row)
          }
          return places[row]
        })
    }
  }

  var duration: Double { (times.last ?? 0) + Film.rest }
  private var height: Int { rows * SVGShapes.cellHeight }

  func markup(title: SafeText, description: SafeText) -> Markup {
    SVGSheet(
      columns: columns, rows: rows, colors: colors, title: title, description: description
    ).markup(isASCII: false) { markup in
      markup.element("style", [], style)
      markup.newline()
      writeRows(to: &markup)
      markup.open(
        "svg", [("width", "\(columns * SVGShapes.cellWidth)"), ("height", "\(height)")])
      markup.open("g", [("class", "film")])
      markup.newline()
      for (place, frame) in frames.enumerated() {
        for (row, held) in frame.enumerated() {
          guard let held else { continue }
          let y = place * height + row * SVGShapes.cellHeight
          markup.empty("use", [("href", "#r\(held)"), ("y", "\(y)")])
        }
        markup.newline()
      }
      markup.close("g")
      markup.close("svg")
    }
  }

  /// With reduced motion only the first frame is shown.
  private var style: SafeText {
    var steps: SafeText = ""
    for (place, time) in times.enumerated() {
      let part = SafeText(decimal(time / duration * 100))
      steps = steps + "\(part)%{transform:translateY(\(-place * height)px)}"
    }
    return """
      .film{animation:film \(SafeText(decimal(duration)))s step-end infinite}\
      @keyframes film{\(steps)}image{image-rendering:pixelated}\
      @media (prefers-reduced-motion:reduce){.film{animation:none}}
      """
  }

  /// Up to three decimal places.
  private func decimal(_ number: Double) -> String {
    let thousandths = Int((number * 1_000).rounded())
    let rest = String(1_000 + thousandths % 1_000).dropFirst()
    return "\(thousandths / 1_000).\(rest)"
  }

  private func writeRows(to markup: inout Markup) {
    var pictures: [FilmRow.Pixels: Int] = [:]
    markup.open("defs")
    markup.newline()
    for (place, row) in held.enumerated() {
      if let pixels = row.pixels, pictures[pixels] == nil {
        pictures[pixels] = pictures.count
        write(pixels, number: pictures.count - 1, to: &markup)
      }
      markup.open("g", [("id", "r\(place)")])
      if let picture = row.pixels.flatMap({ pictures[$0] }) {
        markup.empty("use", [("href", "#p\(picture)")])
      }
      SVGDrawing(row.canvas, colors: colors, covered: []).write(to: &markup)
      markup.close("g")
      markup.newline()
    }
    markup.close("defs")
    markup.newline()
  }

  private func write(_ pixels: FilmRow.Pixels, number: Int, to markup: inout Markup) {
    let file = PNGFile(
      width: pixels.columns, height: 2, pixels: pixels.bytes, compression: .none)
    // Half a pixel below its row keeps a browser that scales the page from showing a gap.
    markup.empty(
      "image",
      [
        ("id", "p\(number)"), ("x", "\(pixels.x * SVGShapes.cellWidth)"),
        ("width", "\(pixels.cells * SVGShapes.cellWidth)"),
        ("height", "\(SVGShapes.cellHeight).5"), ("preserveAspectRatio", "none"),
        ("href", PictureContent(file.bytes)?.address),
      ])
    markup.newline()
  }
}

extension TerminalScreen {
  /// The rows of the screen, with the cursor as a reversed cell.
  fileprivate var rowsWithCursor: [[Cell]] {
    var rows = rows
    if showsCursor, rows.indices.contains(cursor.y), rows[cursor.y].indices.contains(cursor.x) {
      rows[cursor.y][cursor.x].rendition = ["7"]
    }
    return rows
  }
}
