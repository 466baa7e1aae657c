/// The drawing of the three header styles.
extension ProfileHeader {
  private func points(_ offset: Int) -> Double { Double(offset) * PointScale.row }

  /// The text scrolls with the page, the banner at half speed.
  func drawStretchy(on canvas: inout Canvas, at offset: Int) {
    let motion = StretchyMotion(
      offset: points(offset), header: points(layout.header), metrics)
    // A row has two samples of the banner.
    let shift = PointScale.columns(motion.bannerShift)
    let edge = bannerRows - offset
    let shown = min(canvas.height, max(edge, 0))
    let height = bannerRows + max(0, -offset)
    let picture = banner(blur: 0).canvas(rows: height, zoom: motion.zoom, lift: -shift, in: traits)
    canvas.draw(picture.rows(from: 0, count: shown), x: 0, y: 0)
    canvas.draw(words, x: left, y: edge + gap)
    let avatar = avatar(rows: max(1, PointScale.rows(metrics.avatar)))
    canvas.lay(avatar, x: traits.width >= 52 ? 2 : 1, y: edge - avatar.height / 2, in: traits)
  }

  /// The banner becomes a bar, the avatar shrinks and moves behind it, and the title appears on it.
  func drawThreeState(on canvas: inout Canvas, at offset: Int) {
    let motion = ThreeStateMotion(offset: points(offset), scale: scale)
    let edge = bannerRows - offset
    canvas.draw(words, x: left, y: edge + gap)
    let height = min(canvas.height, max(PointScale.rows(motion.bannerHeight), layout.pinned))
    let zoom = max(1, motion.bannerHeight / (ThreeStateMotion.banner * scale))
    let step = motion.blurStep
    let picture = banner(blur: step).canvas(rows: height, zoom: zoom, in: traits)
    let rest = max(1, PointScale.rows(70 * scale))
    let side = avatar(rows: max(1, PointScale.rows(motion.avatarSide)))
    let bottom = edge + rest - rest / 2
    if !motion.isAvatarInFront { canvas.lay(side, x: 2, y: bottom - side.height, in: traits) }
    canvas.draw(picture, x: 0, y: 0)
    if motion.isAvatarInFront { canvas.lay(side, x: 2, y: bottom - side.height, in: traits) }
    let row = (layout.pinned - 1) / 2 + PointScale.rows(motion.titleDrop)
    if row < height { drawTitle(on: &canvas, y: row, Fade(alpha: motion.titleAlpha)) }
  }

  /// The header fades into a single line.
  func drawFading(on canvas: inout Canvas, at offset: Int) {
    let motion = layout.fading(at: offset)
    var large = Canvas(width: traits.width, height: gap + words.height)
    large.draw(words, x: 0, y: gap)
    let faded = Fade(alpha: motion.headerAlpha).applied(to: large, in: traits)
    canvas.draw(faded, x: 0, y: -PointScale.rows(motion.shift))
    let small = Fade(alpha: motion.titleAlpha)
    // Two texts can't share a cell.
    guard motion.titleAlpha > 0.5 || offset > 0 && layout.pinned == 0 else { return }
    let row = (layout.pinned - 1) / 2
    if row < canvas.height {
      canvas.fill(x: 0, y: row, width: traits.width)
      drawTitle(on: &canvas, y: row, small)
    }
  }

  /// Draws the title over a background that stays visible.
  private func drawTitle(on canvas: inout Canvas, y: Int, _ fade: Fade) {
    guard fade.alpha > 0, y >= 0 else { return }
    var column = 2
    // Characters of the banner next to the title would look like letters.
    if traits.depth == .none, fade.paint(.plain, in: traits) != nil {
      canvas.fill(x: column - 1, y: y, width: title.width + 2)
    }
    for run in title.runs {
      let paint = fade.paint(run.style.paint(in: traits), in: traits)
      if let paint {
        canvas.draw(run.text, over: column, y, paint, fade.alpha, in: traits)
      }
      column += run.text.width
    }
  }
}

extension Canvas {
  /// Draws an avatar with the background visible at its round corners.
  ///
  /// If its inside has a background colour, then cells without one are outside.
  fileprivate mutating func lay(_ avatar: Canvas, x: Int, y: Int, in traits: Traits) {
    let hasGround = traits.depth == .ansi256 || traits.depth == .trueColor
    for row in max(0, -y)..<max(0, -y, min(avatar.height, height - y)) {
      let columns = 0..<min(avatar.width, width - x)
      guard let first = columns.first(where: { !avatar[$0, row].isBlank }),
        let last = columns.last(where: { !avatar[$0, row].isBlank })
      else { continue }
      for column in first...last {
        let cell = avatar[column, row]
        guard let character = avatar.character(of: cell) else { continue }
        var paint = cell.paint
        if hasGround, paint.background == .standard {
          paint.background = self[x + column, y + row].paint.background
        }
        draw(SafeText(String(character)), x: x + column, y: y + row, paint)
      }
    }
  }

  /// Draws text on the existing background, faded as far as readable text needs.
  fileprivate mutating func draw(
    _ text: SafeText, over x: Int, _ y: Int, _ paint: Paint, _ alpha: Double, in traits: Traits
  ) {
    let assumed = AssumedColors(in: traits)
    var column = x
    for character in text.string {
      let width = CellWidth.of(character)
      guard column >= 0, column + width <= self.width else { return }
      var paint = paint
      if width > 0 {
        paint.background = assumed.ground(
          self[column, y].paint.background, under: paint.foreground, alpha, in: traits.depth)
      }
      draw(SafeText(String(character)), x: column, y: y, paint)
      column += width
    }
  }
}
