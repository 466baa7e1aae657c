package import Model

/// A user's picture or identicon: a disc in a header, and a square in lists.
package struct Avatar: Sendable {
  static let smallColumns = 4
  static let smallRows = 2

  private let handle: Handle
  private let picture: Thumbnail?

  package init(_ handle: Handle, picture: Thumbnail? = nil) {
    (self.handle, self.picture) = (handle, picture)
  }

  package func small(in traits: Traits) -> Canvas { square(rows: Avatar.smallRows, in: traits) }

  /// The square of two cells beside a line of text.
  func tiny(in traits: Traits) -> Canvas {
    if picture != nil || traits.depth != .ansi16 { return square(rows: 1, in: traits) }
    // With so few pixels, sixteen colours show no figure.
    var canvas = Canvas(width: 2, height: 1)
    canvas.draw("██", x: 0, y: 0, paint(in: traits))
    return canvas
  }

  private func square(rows: Int, in traits: Traits) -> Canvas {
    if let picture {
      return PictureDrawing(picture).content(width: 2 * rows, height: rows, in: traits)
    }
    let figure = AvatarFigure(handle, side: 2 * rows, dots: 4, isLight: traits.isLight)
    return canvas(of: figure, rows: rows, in: traits)
  }

  /// The disc for a banner, with twice as many columns as rows.
  func disc(rows: Int, in traits: Traits) -> AvatarDisc {
    let side = 2 * rows
    let figure = AvatarFigure(handle, side: side, dots: 6, isLight: traits.isLight)
    if traits.depth == .trueColor || traits.depth == .ansi256, !traits.isASCII {
      let raster =
        picture.map { Raster($0, cells: (side, rows), samples: (1, 2)) } ?? figure.raster
      return AvatarDisc(raster: raster, rows: rows)
    }
    if let picture {
      return AvatarDisc(
        signs: PictureDrawing(picture).content(width: side, height: rows, in: traits))
    }
    return AvatarDisc(signs: canvas(of: figure, rows: rows, in: traits))
  }

  /// The figure in cells of two pixels, twice as many columns as rows.
  private func canvas(of figure: AvatarFigure, rows: Int, in traits: Traits) -> Canvas {
    var canvas = Canvas(width: 2 * rows, height: rows)
    for row in 0..<rows {
      for column in 0..<canvas.width {
        let pair = (figure.share(column, 2 * row), figure.share(column, 2 * row + 1))
        draw(figure, pair, on: &canvas, x: column, y: row, in: traits)
      }
    }
    return canvas
  }

  /// Draws both halves of a cell; `shares` are the parts of them in the figure, in 64ths.
  private func draw(
    _ figure: AvatarFigure, _ shares: (top: Int32, bottom: Int32), on canvas: inout Canvas, x: Int,
    y: Int, in traits: Traits
  ) {
    let isSet = (top: shares.top >= 32, bottom: shares.bottom >= 32)
    if traits.isASCII {
      canvas.draw(isSet.top || isSet.bottom ? "#" : " ", x: x, y: y, paint(in: traits))
      return
    }
    guard traits.depth == .trueColor || traits.depth == .ansi256 else {
      let glyph: SafeText =
        isSet.top ? (isSet.bottom ? "█" : "▀") : isSet.bottom ? "▄" : " "
      canvas.draw(glyph, x: x, y: y, paint(in: traits))
      return
    }
    let top = figure.color(shares.top).color(in: traits.depth)
    let bottom = figure.color(shares.bottom).color(in: traits.depth)
    canvas.draw(top == bottom ? " " : "▄", x: x, y: y, Paint(bottom, on: top))
  }

  private func paint(in traits: Traits) -> Paint {
    traits.depth == .ansi16
      ? Paint(Accent(handle).color(ofSixteenOn: traits.isLight))
      : traits.depth == .none
        ? .plain : Paint(Tint.text.color(hue: Accent(handle).hue, in: traits))
  }
}

/// An identicon in pixels, which are as wide as a cell and half as high.
private struct AvatarFigure {
  private let identicon: Identicon
  private let side: Int
  private let dots: Int
  private let ink: Sample
  private let ground: Sample

  /// `dots` is even, so that the figure is in the middle of an even number of pixels.
  init(_ handle: Handle, side: Int, dots: Int, isLight: Bool) {
    identicon = Identicon(handle)
    (self.side, self.dots) = (side, dots)
    let hue = Accent(handle).hue
    ink = Tint.text.sample(hue: hue, isLight: isLight)
    ground = Tint.groundStart.sample(hue: hue, isLight: isLight)
  }

  var raster: Raster {
    Raster(
      width: side,
      samples: (0..<side * side).map { color(share($0 % side, $0 / side)) })
  }

  func color(_ share: Int32) -> Sample {
    func part(_ mine: Int32, _ other: Int32) -> Int32 { (mine * share + other * (64 - share)) / 64 }
    return Sample(
      red: part(ink.red, ground.red), green: part(ink.green, ground.green),
      blue: part(ink.blue, ground.blue))
  }

  /// The part of a pixel that the figure covers, in 64ths.
  func share(_ x: Int, _ y: Int) -> Int32 {
    // The dots fill three quarters of a disc, or a whole small square.
    let extent = dots == 4 ? side * 16 : side * 12
    let margin = (side * 16 - extent) / 2
    var count: Int32 = 0
    for sample in 0..<64 {
      let (dx, dy) = (x * 16 + sample % 8 * 2 + 1 - margin, y * 16 + sample / 8 * 2 + 1 - margin)
      guard (0..<extent).contains(dx), (0..<extent).contains(dy) else { continue }
      let (column, row) = (dx * dots / extent, dy * dots / extent)
      if isSet(column, row) { count += 1 }
    }
    return count
  }

  private func isSet(_ column: Int, _ row: Int) -> Bool {
    let middle = dots / 2
    return identicon.isSet(
      column: min(column, dots - 1 - column),
      row: dots > Identicon.side && row >= middle ? row - 1 : row)
  }
}

/// A disc of pixels with a ring in the colour of the window, or a disc of characters.
struct AvatarDisc {
  /// The colour of a pixel, and the parts of it in the disc, and in the disc with its ring, in
  /// 64ths.
  private struct Pixel {
    let color: Sample
    let disc: Int32
    let whole: Int32
  }

  let rows: Int
  private var pixels: [Pixel] = []
  private var signs: Canvas?

  init(raster: Raster, rows: Int) {
    self.rows = rows
    let side = 2 * rows
    for y in 0..<side {
      for x in 0..<side {
        let (disc, whole) = AvatarDisc.coverage(x, y, side: side)
        pixels.append(Pixel(color: raster[x, y], disc: disc, whole: whole))
      }
    }
  }

  init(signs: Canvas) {
    rows = signs.height
    self.signs = signs
  }

  /// The parts of a pixel within the ring, and within the outer edge of the ring.
  private static func coverage(_ x: Int, _ y: Int, side: Int) -> (disc: Int32, whole: Int32) {
    var (disc, whole): (Int32, Int32) = (0, 0)
    let (outer, inner) = (side * 8, side * 8 - 16)
    for sample in 0..<64 {
      let dx = x * 16 + sample % 8 * 2 + 1 - outer
      let dy = y * 16 + sample / 8 * 2 + 1 - outer
      let distance = dx * dx + dy * dy
      if distance <= inner * inner { disc += 1 }
      if distance <= outer * outer { whole += 1 }
    }
    return (disc, whole)
  }

  func draw(on canvas: inout Canvas, x: Int, y: Int, in traits: Traits) {
    canvas.mark(PicturePlace(.avatar, x: x, y: y, width: 2 * rows, height: rows))
    for row in max(0, -y)..<max(0, -y, min(rows, canvas.height - y)) {
      for column in 0..<min(2 * rows, canvas.width - x) {
        if let signs {
          draw(signs, column, row, on: &canvas, x: x, y: y)
        } else {
          draw(column, row, on: &canvas, x: x, y: y, AssumedColors(in: traits), traits.depth)
        }
      }
    }
  }

  private func draw(
    _ signs: Canvas, _ column: Int, _ row: Int, on canvas: inout Canvas, x: Int, y: Int
  ) {
    let (dx, dy) = (2 * column + 1 - 2 * rows, 4 * row + 2 - 2 * rows)
    let distance = dx * dx + dy * dy
    guard distance <= 4 * rows * rows else { return }
    let inner = 2 * rows - 2
    let cell = distance <= inner * inner ? signs[column, row] : .blank
    guard let character = signs.character(of: cell) else { return }
    canvas.draw(SafeText(String(character)), x: x + column, y: y + row, cell.paint)
  }

  private func draw(
    _ column: Int, _ row: Int, on canvas: inout Canvas, x: Int, y: Int, _ assumed: AssumedColors,
    _ depth: ColorDepth
  ) {
    let (upper, lower) = (
      pixels[2 * row * 2 * rows + column], pixels[(2 * row + 1) * 2 * rows + column]
    )
    guard upper.whole + lower.whole > 0 else { return }
    let under = canvas.halves(x: x + column, y: y + row)
    func color(_ pixel: Pixel, over under: Color) -> Color {
      if pixel.whole == 0 { return under }
      let outside: Sample = assumed.components(of: under, isLetter: false)
      // The window and the ring have the default colour of the terminal.
      if pixel.disc == 0, pixel.whole == 64 || under == .standard { return .standard }
      func part(_ value: (Sample) -> Int32) -> Int32 {
        (value(pixel.color) * pixel.disc + value(assumed.ground) * (pixel.whole - pixel.disc)
          + value(outside) * (64 - pixel.whole)) / 64
      }
      return Sample(red: part(\.red), green: part(\.green), blue: part(\.blue)).color(in: depth)
    }
    canvas.drawHalves(
      color(upper, over: under.top), color(lower, over: under.bottom), x: x + column, y: y + row)
  }
}

extension Canvas {
  /// The colours of both halves of a block character, or the background twice.
  fileprivate func halves(x: Int, y: Int) -> (top: Color, bottom: Color) {
    let (cell, paint) = (self[x, y], self[x, y].paint)
    switch cell.content {
    case .scalar("▄"): return (paint.background, paint.foreground)
    case .scalar("▀"): return (paint.foreground, paint.background)
    default: return (paint.background, paint.background)
    }
  }

  /// Draws two halves; the terminal's default colour can only be a background.
  fileprivate mutating func drawHalves(_ top: Color, _ bottom: Color, x: Int, y: Int) {
    if top == bottom {
      draw(" ", x: x, y: y, Paint(on: top))
    } else if bottom == .standard {
      draw("▀", x: x, y: y, Paint(top, on: bottom))
    } else {
      draw("▄", x: x, y: y, Paint(bottom, on: top))
    }
  }
}
