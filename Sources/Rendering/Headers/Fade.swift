/// An opacity: mixes colours with the background in 256 colours or more, otherwise dims in steps.
package struct Fade {
  /// 1 is opaque, 0 invisible.
  let alpha: Double
  /// A generated banner, which darkens through its own tones.
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
    case .trueColor, .ansi256: blended(paint, in: traits)
    case .ansi16: stepped(paint)
    case .none: alpha > 0.5 ? paint : alpha > 0.25 ? Paint(flags: .dim, of: paint) : nil
    }
  }

  private func blended(_ paint: Paint, in traits: Traits) -> Paint? {
    if alpha <= 0 { return nil }
    let assumed = AssumedColors(in: traits)
    func faded(_ color: Color, isLetter: Bool) -> Color {
      banner?.darkened(color, 1 - alpha)
        ?? assumed.components(of: color, isLetter: isLetter).mixed(alpha, over: assumed.ground)
        .color(in: traits.depth)
    }
    return Paint(
      faded(paint.foreground, isLetter: true),
      on: paint.background == .standard ? .standard : faded(paint.background, isLetter: false),
      paint.flags)
  }

  private func stepped(_ paint: Paint) -> Paint? {
    if alpha > 0.66 { return paint }
    if alpha > 0.33 { return Paint(flags: .dim, of: paint) }
    // Bright black.
    return alpha > 0.1 ? Paint(.palette(8)) : nil
  }
}

extension Paint {
  fileprivate init(flags: Flags, of paint: Paint) {
    self = paint
    self.flags = paint.flags.subtracting(.bold).union(flags)
  }
}
