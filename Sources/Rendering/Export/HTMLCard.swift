import Model

/// Banner, avatar, names, bio and counts at the top of a page.
struct HTMLCard {
  private let profile: Profile
  private let hasViewer: Bool
  private let avatar: String?
  private let traits: Traits

  init(_ profile: Profile, hasViewer: Bool, avatar: String?, in traits: Traits) {
    self.profile = profile
    self.hasViewer = hasViewer
    self.avatar = avatar
    self.traits = traits
  }

  private var user: User { profile.user }
  /// The display name, or the handle of a user without one.
  private var name: SafeText { user.name.isEmpty ? SafeText(user.handle) : SafeText(user.name) }

  func write(to markup: inout Markup) {
    // The bar repeats the heading, so screen readers skip it.
    markup.open("div", [("id", "bar"), ("aria-hidden", "true")])
    markup.open("p", [("id", "title")])
    markup.element("bdi", name)
    markup.text(" · " + SafeText(Magnitude.phrase(user.counts.posts, "post")))
    markup.literal("</p></div>\n<div id=\"page\">\n<header id=\"card\">\n")
    writeBanner(to: &markup)
    markup.open("div", [("id", "who")])
    writeAvatar(to: &markup)
    markup.open("h1")
    markup.element("bdi", name)
    markup.close("h1")
    markup.newline()
    if !user.name.isEmpty || hasViewer && profile.relation.followsYou { writeHandle(to: &markup) }
    if !user.bio.isEmpty {
      markup.open("p", [("id", "bio"), ("dir", "auto"), ("lang", "")])
      markup.lines(SafeText(user.bio, .lines))
      markup.literal("</p>\n")
    }
    writeCounts(to: &markup)
    markup.literal("<p class=\"faint\">joined ")
    HTMLTime(user.createdAt, in: traits).write(to: &markup)
    markup.literal("</p>\n</div>\n</header>\n")
  }

  private func writeHandle(to markup: inout Markup) {
    markup.open("p", [("class", "handle")])
    markup.text(SafeText(user.handle))
    if hasViewer, profile.relation.followsYou { markup.element("span", " · follows you") }
    markup.literal("</p>\n")
  }

  private func writeCounts(to markup: inout Markup) {
    let counts = user.counts
    let facts: [(Int, SafeText, SafeText)] = [
      (counts.posts, "Post", "Posts"), (counts.followers, "Follower", "Followers"),
      (counts.following, "Following", "Following"), (counts.likes, "Like", "Likes"),
    ]
    markup.open("ul", [("id", "counts")])
    for (count, one, many) in facts {
      markup.open("li")
      markup.element("b", SafeText(Magnitude.text(count)))
      markup.text(" " + (count == 1 ? one : many))
      markup.close("li")
    }
    markup.literal("</ul>\n")
  }

  /// A gradient; the script covers it with the newest picture.
  private func writeBanner(to markup: inout Markup) {
    markup.open("div", [("id", "banner"), ("aria-hidden", "true")])
    markup.open("svg", [("viewBox", "0 0 16 9"), ("preserveAspectRatio", "xMidYMid slice")])
    let color = Identicon(user.handle).hexadecimal
    markup.literal("<defs><linearGradient id=\"sky\" x2=\"1\" y2=\"1\">")
    markup.empty("stop", [("stop-color", color)])
    markup.empty("stop", [("offset", "1"), ("stop-color", "#26314a")])
    markup.literal("</linearGradient></defs>")
    markup.literal("<rect width=\"16\" height=\"9\" fill=\"url(#sky)\"/>")
    for (x, y, radius): (SafeText, SafeText, SafeText) in [
      ("3", "6", "4"), ("9.5", "2.5", "3"), ("14", "6.5", "5"),
    ] {
      markup.empty(
        "circle", [("cx", x), ("cy", y), ("r", radius), ("fill", "#fff"), ("opacity", "0.09")])
    }
    markup.literal("</svg></div>\n")
  }

  private func writeAvatar(to markup: inout Markup) {
    markup.open("div", [("id", "avatar")])
    let words: SafeText = "Avatar of \(user.handle)"
    if let avatar {
      markup.picture(avatar, [("alt", words), ("width", "100"), ("height", "100")])
    } else {
      Identicon(user.handle).write(
        to: &markup,
        [("role", "img"), ("aria-label", words), ("width", "100"), ("height", "100")])
    }
    markup.literal("</div>\n")
  }
}
