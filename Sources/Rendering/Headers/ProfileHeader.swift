package import Model

/// Everything above the tabs of a profile, for one window and style.
///
/// Caches the avatar at each size, so a header is valid until the profile or the window changes.
/// The banner cache outlives it.
package final class ProfileHeader {
  let profile: Profile
  let style: HeaderStyle
  let traits: Traits
  /// The rows for header, bar and list.
  let window: Int
  package let layout: HeaderLayout
  let metrics: StretchyMotion.Metrics
  let scale: Double
  private let hasViewer: Bool
  private let picture: Thumbnail?
  private let banner: BannerCache
  /// The text of the header, beside or below the avatar.
  let words: Canvas
  private var avatars: [Int: Canvas] = [:]

  /// The width is taken from `traits`.
  package init(
    _ profile: Profile, hasViewer: Bool, avatar: Thumbnail? = nil, banner: BannerCache,
    style: HeaderStyle, window: Int, in traits: Traits
  ) {
    self.profile = profile
    self.style = style
    self.traits = traits
    self.window = window
    self.hasViewer = hasViewer
    picture = avatar
    self.banner = banner
    scale = ThreeStateMotion.scale(windowRows: window)
    metrics = StretchyMotion.Metrics(windowRows: window)
    let plan = ProfileHeader.Plan(style, metrics, scale: scale, window: window, width: traits.width)
    let card = ProfileCard(profile, hasViewer: hasViewer, avatar: avatar)
    if style == .fading {
      let whole = card.canvas(in: traits)
      words =
        whole.height <= plan.words
        ? whole
        : Canvas(
          card.lines(in: traits.with(width: traits.width - 2), atMost: plan.words), in: traits)
    } else {
      let inner = traits.with(width: max(1, min(traits.width - plan.left - 1, 100)))
      words = Canvas(card.lines(in: inner, atMost: plan.words), in: inner)
    }
    // A blank line separates the text from the tabs.
    let below = plan.gap + words.height + (window >= 20 ? 1 : 0)
    let rows = plan.banner + below
    layout = HeaderLayout(style: style, header: rows, pinned: plan.pinned)
    left = plan.left
    gap = plan.gap
    bannerRows = plan.banner
  }

  /// The place of the text, from the left and below the banner.
  let left: Int
  let gap: Int
  let bannerRows: Int

  /// The header at a scroll offset, as high as it is then; the bar follows directly below.
  package func canvas(at offset: Int) -> Canvas {
    var canvas = Canvas(width: traits.width, height: max(0, min(layout.barTop(at: offset), window)))
    guard canvas.height > 0 else { return canvas }
    switch style {
    case .stretchy: drawStretchy(on: &canvas, at: offset)
    case .threeState: drawThreeState(on: &canvas, at: offset)
    case .fading: drawFading(on: &canvas, at: offset)
    }
    return canvas
  }

  func avatar(rows: Int) -> Canvas {
    if let kept = avatars[rows] { return kept }
    let canvas = Avatar(profile.user.handle, rows: rows, picture: picture).canvas(in: traits)
    avatars[rows] = canvas
    return canvas
  }

  func banner(blur step: Int) -> Banner {
    banner.banner(blur: step, width: traits.width, rows: bannerRows)
  }

  /// The line that remains of a header: the name and the number of posts.
  var title: StyledLine {
    let user = profile.user
    let name = user.name.isEmpty ? SafeText(user.handle) : traits.text(user.name)
    var line = StyledLine(name, .strong)
    let posts = SafeText(Magnitude.phrase(user.counts.posts, "post"))
    line.append(traits.glyphs.separator + posts, .plain)
    return line.fitted(to: max(1, traits.width - 4), in: traits)
  }
}

extension ProfileHeader {
  /// The division of a window's rows.
  private struct Plan {
    let banner: Int
    /// The rows between banner and text.
    let gap: Int
    let words: Int
    let left: Int
    let pinned: Int

    init(
      _ style: HeaderStyle, _ metrics: StretchyMotion.Metrics, scale: Double, window: Int,
      width: Int
    ) {
      let half = max(3, window / 2 - HeaderLayout.bar)
      let isWide = width >= 52
      switch style {
      case .stretchy:
        banner = max(1, PointScale.rows(metrics.banner))
        let avatar = max(1, PointScale.rows(metrics.avatar))
        gap = isWide ? 0 : avatar - avatar / 2
        left = isWide ? 2 + avatar * 2 + 2 : 1
        pinned = 0
      case .threeState:
        banner = max(1, PointScale.rows(ThreeStateMotion.banner * scale))
        let avatar = max(1, PointScale.rows(70 * scale))
        gap = isWide ? 0 : avatar - avatar / 2
        left = isWide ? 2 + avatar * 2 + 2 : 1
        pinned = max(1, PointScale.rows(ThreeStateMotion.bar * scale))
      case .fading:
        (banner, gap, left) = (0, window >= 16 ? 1 : 0, 0)
        pinned = window >= 16 ? 3 : 1
      }
      words = max(window >= 14 ? 4 : 2, half - banner - gap - (window >= 20 ? 1 : 0))
    }
  }
}
