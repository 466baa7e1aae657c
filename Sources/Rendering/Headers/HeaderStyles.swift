import Model

/// The drawing of the three header styles.
extension ProfileHeader {
  private func points(_ offset: Int) -> Double { Double(offset) * PointScale.row }

  /// The progress from one offset to another, from 0 to 1.
  private func part(_ offset: Int, from start: Int, to end: Int) -> Double {
    snapped(Double(offset - start) / Double(max(1, end - start)))
  }

  /// The text scrolls with the page, and the banner at half speed; then the bar appears.
  func drawStretchy(on canvas: inout Canvas, at offset: Int) {
    let motion = StretchyMotion(
      offset: points(offset), header: points(layout.header), banner: points(plan.banner))
    // A row has two samples of the banner.
    let shift = PointScale.columns(motion.bannerShift)
    let edge = plan.banner - offset
    let shown = min(canvas.height, max(edge, 0))
    if shown > 0 {
      let height = plan.banner + max(0, -offset)
      let picture = banner(blur: 0).canvas(
        rows: height, zoom: motion.zoom, lift: -shift, in: traits)
      canvas.draw(picture.rows(from: 0, count: shown), x: 0, y: 0)
    }
    drawWords(on: &canvas, y: -offset)
    drawAvatar(on: &canvas, rows: plan.avatar, y: plan.avatarRow - offset)
    let part = part(offset, from: layout.stuck - 1, to: layout.range)
    drawBar(on: &canvas, part: offset < layout.stuck ? 0 : part)
    drawTabs(on: &canvas, at: offset, part: part)
  }

  /// The banner becomes a bar, the avatar shrinks and moves behind it, and the title appears on it.
  func drawThreeState(on canvas: inout Canvas, at offset: Int) {
    let lengths = ThreeStateMotion.Lengths(
      banner: Double(max(plan.banner, layout.pinned)), bar: Double(layout.pinned),
      avatar: Double(plan.avatar), arrival: Double(layout.range - layout.turn))
    let motion = ThreeStateMotion(offset: Double(offset), lengths)
    let part = snapped(motion.titlePart)
    drawWords(on: &canvas, y: -offset)
    let height = min(canvas.height, max(Int(motion.bannerHeight), plan.banner == 0 ? 0 : 1))
    let rows = Int(motion.avatarSide.rounded())
    let foot = plan.avatarRow + plan.avatar - offset
    if !motion.isAvatarInFront { drawAvatar(on: &canvas, rows: rows, y: foot - rows) }
    drawBlurred(on: &canvas, rows: height, step: part > 0 ? motion.blurStep : 0)
    if part > 0, traits.depth == .trueColor || traits.depth == .ansi256 {
      tint(&canvas, rows: height, part)
    }
    if motion.isAvatarInFront { drawAvatar(on: &canvas, rows: rows, y: foot - rows) }
    drawTabs(on: &canvas, at: offset, part: part)
    let row = layout.tabRow(at: offset)
    if row < height { soften(&canvas, row, 0..<traits.width, isTabRow: true) }
    drawTitle(on: &canvas, part: part, above: min(height, row))
  }

  /// Draws the banner, zoomed to at least the height of the bar.
  private func drawBlurred(on canvas: inout Canvas, rows: Int, step: Int) {
    let zoom = max(1, Double(rows) / Double(max(1, plan.banner)))
    canvas.draw(banner(blur: step).canvas(rows: rows, zoom: zoom, in: traits), x: 0, y: 0)
  }

  private func drawTitle(on canvas: inout Canvas, part: Double, above end: Int) {
    guard part > 0, end > 0 else { return }
    let hue = Accent(profile.user.handle).hue
    let fade = Fade(alpha: part)
    let top = Int((1 - part) * Double(layout.pinned))
    let lines = [(text.name(in: traits), Tint.lead), (text.facts(in: traits), .rest)]
    for (row, (line, tint)) in lines.enumerated() where top + row < end && !line.isEmpty {
      let line = line.fitted(to: max(1, traits.width - barLeft - 18), in: traits)
      var paint = line.runs[0].style.paint(in: traits)
      paint.foreground = tint.color(hue: hue, in: traits)
      guard let paint = fade.paint(paint, in: traits) else { continue }
      // Blanks the shades beside the title, which would look like letters.
      if traits.depth == .none || traits.depth == .ansi16 {
        canvas.fill(x: barLeft - 1, y: top + row, width: line.width + 2)
      }
      for run in line.runs {
        canvas.draw(run.text, over: barLeft, y: top + row, paint.foreground, paint.flags)
      }
      if part >= 1 { soften(&canvas, top + row, barLeft..<barLeft + line.width) }
    }
    if part >= 1 { drawBarParts(on: &canvas, y: 0) }
  }

  private func tint(_ canvas: inout Canvas, rows: Int, _ part: Double) {
    let assumed = AssumedColors(in: traits)
    let ground = assumed.components(of: barGround, isLetter: false)
    let banner = banner(blur: 0)
    func mixed(_ color: Color) -> Color {
      banner.darkened(color, part)
        ?? assumed.components(of: color, isLetter: false).mixed(1 - 0.6 * part, over: ground)
        .color(in: traits.depth)
    }
    for row in 0..<rows {
      canvas.replaceCells(inRow: row, 0..<canvas.width) { cell in
        guard cell.paint.background != .standard else { return cell }
        return Cell(
          cell.content, Paint(mixed(cell.paint.foreground), on: mixed(cell.paint.background)))
      }
    }
  }

  /// Mixes the colours of a banner below letters with the window's until the letters are readable.
  ///
  /// Steps are large in 256 colours, so a whole row of tabs gets the ground of the chosen tab.
  private func soften(
    _ canvas: inout Canvas, _ row: Int, _ columns: Range<Int>, isTabRow: Bool = false
  ) {
    let assumed = AssumedColors(in: traits)
    let chosen = Style.chosen.paint(in: traits).foreground
    let isEven = isTabRow && traits.depth == .ansi256
    canvas.replaceCells(inRow: row, columns) { cell in
      let isLetter = !cell.isBlock && cell.content != .scalar(" ")
      guard isLetter || isEven else { return cell }
      var paint = cell.paint
      paint.background = assumed.ground(
        paint.background, under: isEven ? chosen : paint.foreground, in: traits.depth)
      return Cell(isLetter ? cell.content : .scalar(" "), paint)
    }
  }

  /// The header fades while it scrolls, and a small title appears, then the bar.
  func drawFading(on canvas: inout Canvas, at offset: Int) {
    let motion = layout.fading(at: offset)
    let part = snapped(motion.titleAlpha)
    let shift = PointScale.rows(motion.shift)
    var large = Canvas(width: traits.width, height: plan.tabs)
    if plan.banner > 0 {
      large.draw(banner(blur: 0).canvas(rows: plan.banner, in: traits), x: 0, y: 0)
    }
    drawAvatar(on: &large, rows: plan.avatar, y: plan.avatarRow)
    drawWords(on: &large, y: 0)
    let faded = Fade(alpha: 1 - part, banner: banner(blur: 0)).applied(to: large, in: traits)
    canvas.draw(faded, x: 0, y: -shift)
    if part >= 1 {
      drawBar(on: &canvas, part: 1)
    } else if part > 0.5 {
      // Two texts can't share a row.
      var title = Canvas(width: traits.width, height: 1)
      title.draw(
        text.title(in: traits, width: traits.width - barLeft - 2), x: barLeft, y: 0, in: traits)
      canvas.draw(Fade(alpha: part).applied(to: title, in: traits), x: 0, y: 0)
    }
    drawTabs(on: &canvas, at: offset, part: part >= 1 ? 1 : 0)
  }

  private func drawWords(on canvas: inout Canvas, y: Int) {
    for (row, line) in plan.lines where (0..<canvas.height).contains(row + y) {
      canvas.draw(line, x: plan.left, y: row + y, in: traits)
    }
  }
}
