import Model

/// The banner, avatar, names, bio and counts at the top of a page.
struct HTMLCard {
  private let profile: Profile
  private let hasViewer: Bool
  private let pictures: Set<String>
  private let links: SiteLinks?
  private let hasPattern: Bool
  private let traits: Traits

  /// A picture that is not in `pictures` is replaced by the figure or the pattern of the user.
  ///
  /// `hasPattern` is false for users without posts, because the two patterns take 26 KB a page.
  init(
    _ profile: Profile, hasViewer: Bool, pictures: Set<String>, links: SiteLinks? = nil,
    hasPattern: Bool = true, in traits: Traits
  ) {
    self.links = links
    self.hasPattern = hasPattern
    self.profile = profile
    self.hasViewer = hasViewer
    self.pictures = pictures
    self.traits = traits
  }

  private var user: User { profile.user }
  private var name: SafeText { ProfileWords(user).name }

  func write(to markup: inout Markup) {
    // Screen readers skip the bar, which repeats the heading.
    markup.open("div", [("id", "bar"), ("aria-hidden", "true")])
    markup.open("p", [("id", "title")])
    markup.element("bdi", name)
    let posts = SafeText(Magnitude.phrase(user.counts.posts, "post"))
    markup.element("span", user.name.isEmpty ? " · \(posts)" : " \(user.handle) · \(posts)")
    markup.literal("</p></div>\n<div id=\"page\">\n<header id=\"card\">\n")
    writeBanner(to: &markup)
    if let links {
      markup.open("nav", [("class", "way"), ("aria-label", "Site")])
      markup.element("a", [("href", links.people)], "People")
      markup.close("nav")
    }
    markup.open("div", [("id", "who")])
    writeAvatar(to: &markup)
    markup.open("h1")
    markup.element("bdi", name)
    markup.close("h1")
    markup.newline()
    writeHandle(to: &markup)
    if !user.bio.isEmpty {
      markup.open("p", [("id", "bio"), ("dir", "auto"), ("lang", "")])
      markup.lines(SafeText(user.bio, .lines))
      markup.literal("</p>\n")
    }
    writeCounts(to: &markup)
    markup.literal("</div>\n</header>\n")
  }

  /// The handle, unless the heading has it, and facts about the user.
  private func writeHandle(to markup: inout Markup) {
    markup.open("p", [("class", "handle")])
    if !user.name.isEmpty { markup.text(SafeText(user.handle)) }
    markup.open("span")
    if !user.name.isEmpty { markup.text(" · ") }
    if hasViewer, profile.relation.isMuted { markup.text("muted · ") }
    if hasViewer, profile.relation.followsYou { markup.text("follows you · ") }
    markup.text("joined ")
    HTMLTime(user.createdAt, in: traits).writeMonth(to: &markup)
    markup.literal("</span></p>\n")
  }

  private func writeCounts(to markup: inout Markup) {
    markup.open("ul", [("id", "counts")])
    for (count, noun) in user.counts.facts {
      markup.open("li")
      markup.element("b", SafeText(Magnitude.text(count)))
      markup.text(" " + noun)
      markup.close("li")
    }
    markup.literal("</ul>\n")
  }

  private static let bannerSize = (width: 160, height: 20)

  /// The user's own banner, or the pattern for a dark and for a light page.
  private func writeBanner(to markup: inout Markup) {
    markup.open("div", [("id", "banner"), ("aria-hidden", "true")])
    if let banner = user.banner, pictures.contains(banner.hash) {
      markup.picture(banner.hash, [("alt", "")])
    } else if hasPattern {
      let (width, height) = HTMLCard.bannerSize
      let frame: Markup.Attributes = [("width", "\(width)"), ("height", "\(height)")]
      markup.open(
        "svg",
        [("viewBox", "0 0 \(width) \(height)"), ("preserveAspectRatio", "xMidYMid slice")])
      for (name, isLight): (SafeText, Bool) in [("dark", false), ("light", true)] {
        let pattern = BannerPattern(
          Accent(user.handle), width: width, height: height, isLight: isLight)
        markup.empty(
          "image", [("class", name), ("href", PictureContent(pattern.raster).address)] + frame)
      }
      markup.close("svg")
    }
    markup.literal("</div>\n")
  }

  private func writeAvatar(to markup: inout Markup) {
    markup.open("div", [("id", "avatar")])
    let words: SafeText = "Avatar of \(user.handle)"
    if let avatar = user.avatar, pictures.contains(avatar.hash) {
      markup.picture(
        avatar.hash,
        [("alt", words), ("width", "\(avatar.width)"), ("height", "\(avatar.height)")])
    } else {
      Identicon(user.handle).write(
        to: &markup,
        [
          ("role", "img"), ("aria-label", words), ("data-hue", "\(Accent(user.handle).hue)"),
          ("width", "100"), ("height", "100"),
        ])
    }
    markup.literal("</div>\n")
  }
}
