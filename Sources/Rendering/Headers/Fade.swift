/// An opacity from 0 to 1, in as many steps as the colour depth allows.
package struct Fade {
  let alpha: Double

  /// The banner that keeps to its tones.
  private let banner: Banner?

  package init(alpha: Double, banner: Banner? = nil) {
    (self.alpha, self.banner) = (alpha, banner)
  }

  func applied(to canvas: Canvas, in traits: Traits) -> Canvas {
    if alpha >= 1 { return canvas }
    // An invisible canvas has no click targets.
    if paint(.plain, in: traits) == nil {
      return Canvas(width: canvas.width, height: canvas.height)
    }
    var faded = canvas
    faded.replaceCells { cell in
      if cell.isBlank { return cell }
      return paint(cell.paint, in: traits).map { Cell(cell.content, $0) } ?? .blank
    }
    return faded
  }

  /// Nil if nothing is visible.
  package func paint(_ paint: Paint, in traits: Traits) -> Paint? {
    switch traits.depth {
    case .trueColor, .ansi256: mixed(paint, in: traits)
    case .ansi16: stepped(paint)
    case .none: alpha > 0.5 ? paint : alpha > 0.25 ? Paint(flags: .dim, of: paint) : nil
    }
  }

  private func mixed(_ paint: Paint, in traits: Traits) -> Paint? {
    if alpha <= 0 { return nil }
    let assumed = AssumedColors(in: traits)
    func mixed(_ color: Color, isLetter: Bool) -> Color {
      banner?.darkened(color, 1 - alpha)
        ?? assumed.components(of: color, isLetter: isLetter).mixed(alpha, over: assumed.ground)
        .color(in: traits.depth)
    }
    return Paint(
      mixed(paint.foreground, isLetter: true),
      on: paint.background == .standard ? .standard : mixed(paint.background, isLetter: false),
      paint.flags)
  }

  private func stepped(_ paint: Paint) -> Paint? {
    if alpha > 0.66 { return paint }
    if alpha > 0.33 { return Paint(flags: .dim, of: paint) }
    return alpha > 0.1 ? Paint(.palette(8)) : nil
  }
}

extension Paint {
  fileprivate init(flags: Flags, of paint: Paint) {
    self = paint
    self.flags = paint.flags.subtracting(.bold).union(flags)
  }
}
