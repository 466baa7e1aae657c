package import Model

/// The header, tabs and bar of a profile, for one window and style.
///
/// It caches the avatar at each size, so it is valid until the profile or the window changes. The
/// banner cache is valid longer.
package final class ProfileHeader {
  let profile: Profile
  private let tabs: TabBar
  private let style: HeaderStyle
  /// In the colours of the user.
  let traits: Traits
  package let layout: HeaderLayout
  let plan: HeaderPlan
  let text: HeaderText
  /// Whether parts move and fade gradually; otherwise they change at once.
  private let hasMotion: Bool
  private let picture: Thumbnail?
  private let banner: BannerCache
  /// By their rows.
  private var discs: [Int: AvatarDisc] = [:]
  /// False where a picture is laid over the place of the avatar.
  var drawsAvatar = true
  private lazy var bar = makeBar()

  /// `traits` has the size; without a height the header is that of a small terminal.
  package init(
    _ profile: Profile, tabs: TabBar, hasViewer: Bool, hasButton: Bool = true,
    avatar: Thumbnail? = nil, banner: BannerCache?, style: HeaderStyle = .stretchy,
    hasMotion: Bool = true, in traits: Traits
  ) {
    var traits = traits
    traits.accentHue = Accent(profile.user.handle).hue
    self.profile = profile
    self.tabs = tabs
    self.style = style
    self.hasMotion = hasMotion
    self.traits = traits
    picture = avatar
    self.banner = banner ?? BannerCache(nil, of: profile.user.handle)
    var text = HeaderText(profile: profile, hasViewer: hasViewer)
    text.hasButton = hasButton
    self.text = text
    plan = HeaderPlan(text, rows: traits.height ?? 24, hasBanner: banner != nil, in: traits)
    layout = HeaderLayout(
      style: style, header: plan.tabs, gap: plan.gap, banner: plan.banner)
  }

  package func canvas(at offset: Int) -> Canvas {
    let rows = layout.regionTop(at: offset)
    var canvas = Canvas(width: traits.width, height: max(0, rows))
    guard rows > 0 else { return canvas }
    switch style {
    case .stretchy: drawStretchy(on: &canvas, at: offset)
    case .threeState: drawThreeState(on: &canvas, at: offset)
    case .fading: drawFading(on: &canvas, at: offset)
    }
    return canvas
  }

  /// A progress from 0 to 1; without motion only 0 or 1.
  func snapped(_ part: Double) -> Double {
    let part = min(max(part, 0), 1)
    return hasMotion ? part : part < 1 ? 0 : 1
  }

  /// Draws the tabs at their current place: with their line, or on the bar.
  func drawTabs(on canvas: inout Canvas, at offset: Int, part: Double) {
    let row = layout.tabRow(at: offset)
    guard layout.regionTop(at: offset) - row < HeaderLayout.bar else {
      canvas.draw(tabs.canvas(in: traits), x: 0, y: row)
      return
    }
    // The tabs move beside the avatar of the bar while the bar appears.
    let left = 2 + Int((part * Double(barLeft - 2)).rounded())
    let ink = Tint.rest.color(hue: Accent(profile.user.handle).hue, in: traits)
    tabs.draw(
      on: &canvas, x: left, y: row, isUnderlined: true, ink: style == .threeState ? ink : nil,
      in: traits)
  }

  func drawAvatar(on canvas: inout Canvas, rows: Int, y: Int) {
    guard rows > 0, plan.avatar > 0 else { return }
    guard drawsAvatar else {
      return canvas.mark(
        PicturePlace(
          .avatar, x: HeaderPlan.avatarColumn, y: y, width: 2 * rows, height: rows))
    }
    disc(rows: rows).draw(on: &canvas, x: HeaderPlan.avatarColumn, y: y, in: traits)
  }

  private func disc(rows: Int) -> AvatarDisc {
    if let known = discs[rows] { return known }
    let disc = Avatar(profile.user.handle, picture: picture).disc(rows: rows, in: traits)
    discs[rows] = disc
    return disc
  }

  func banner(blur step: Int) -> Banner {
    banner.banner(blur: step, rows: plan.banner, in: traits)
  }
}

extension ProfileHeader {
  /// The column of the title, beside the small avatar.
  var barLeft: Int { plan.avatar == 0 ? 1 : 7 }

  var barGround: Color { Tint.bar.color(hue: Accent(profile.user.handle).hue, in: traits) }

  func drawBar(on canvas: inout Canvas, part: Double) {
    guard part > 0 else { return }
    canvas.draw(Fade(alpha: part).applied(to: bar, in: traits), x: 0, y: 0)
  }

  private func makeBar() -> Canvas {
    var bar = Canvas(width: traits.width, height: HeaderLayout.bar)
    for row in 0..<bar.height {
      bar.fill(x: 0, y: row, width: bar.width, Paint(on: barGround))
    }
    let button = drawBarParts(on: &bar, y: 0)
    let title = text.title(in: traits, width: button - barLeft - 2)
    bar.draw(title, over: barLeft, y: 0, in: traits)
    return bar
  }

  /// Draws the small avatar and the button, and returns the first column of the button.
  @discardableResult
  func drawBarParts(on canvas: inout Canvas, y: Int) -> Int {
    if barLeft > 1 {
      canvas.draw(
        Avatar(profile.user.handle, picture: picture).small(in: traits), x: 1, y: y)
    }
    let button = text.button(in: traits)
    let left = traits.width - button.width - 2
    guard !button.isEmpty, left - barLeft >= 14 else { return traits.width }
    canvas.draw(button, x: left, y: y, in: traits)
    return left
  }
}

extension Canvas {
  /// Draws a line on the backgrounds of the canvas.
  mutating func draw(_ line: StyledLine, over x: Int, y: Int, in traits: Traits) {
    var column = x
    for run in line.runs {
      let start = column
      let paint = run.style.paint(in: traits)
      column = draw(traits.words(run.text), over: column, y: y, paint.foreground, paint.flags)
      if let target = run.target { mark(target, x: start, y: y, width: column - start) }
    }
  }
}
