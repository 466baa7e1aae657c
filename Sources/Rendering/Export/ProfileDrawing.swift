package import Model

/// A profile as an SVG file: the layout of the terminal, with the thumbnails as images.
package struct ProfileDrawing {
  private let profile: Profile
  private let posts: [Post]
  private var page: ProfilePage
  private let thumbnails: [String: Thumbnail]
  private let avatar: Thumbnail?

  package init(
    _ profile: Profile, tab: ProfileTab, posts: [Post], hasViewer: Bool,
    columns: Int? = nil, thumbnails: [String: Thumbnail] = [:],
    avatar: Thumbnail? = nil
  ) {
    (self.profile, self.posts, self.thumbnails, self.avatar) = (profile, posts, thumbnails, avatar)
    page = ProfilePage(
      profile, tab: tab, posts: posts, hasViewer: hasViewer, columns: columns,
      thumbnails: thumbnails, avatar: avatar)
    page.isExported = true
  }

  /// Draws the file; with ASCII, pictures are characters.
  ///
  /// Commands in it have no `--db`, because its readers have another database.
  package func output(in traits: Traits) -> Output {
    var traits = traits
    traits.program = { "profilectl " }
    let canvas = page.canvas(in: traits)
    let colors = SVGColors(isLight: traits.isLight, isGray: traits.depth == .none)
    let covered = traits.isASCII ? [] : canvas.pictures.filter(isHeld)
    let words = ProfileWords(profile.user)
    return SVGDrawing(
      canvas, colors: colors, covered: covered.filter { $0.kind != .avatar }
    ).markup(
      title: words.title, description: words.description(of: posts), isASCII: traits.isASCII
    ) { markup in
      for place in covered { draw(place, colors, in: traits, to: &markup) }
    }.output
  }

  /// Whether an image can replace the cells.
  private func isHeld(_ place: PicturePlace) -> Bool {
    switch place.kind {
    case .avatar: true
    case .picture(let hash): thumbnails[hash] != nil
    case .placed: false
    }
  }

  private func draw(
    _ place: PicturePlace, _ colors: SVGColors, in traits: Traits, to markup: inout Markup
  ) {
    let frame: Markup.Attributes = [
      ("x", "\(place.x * SVGShapes.cellWidth)"), ("y", "\(place.y * SVGShapes.cellHeight)"),
      ("width", "\(place.width * SVGShapes.cellWidth)"),
      ("height", "\(place.height * SVGShapes.cellHeight)"),
    ]
    switch place.kind {
    case .placed: break
    case .picture(let hash):
      guard let thumbnail = thumbnails[hash] else { return }
      markup.empty("image", frame + image(of: thumbnail, colors))
    case .avatar:
      markup.open("svg", frame + [("viewBox", "0 0 70 70")])
      // A ring separates the picture from the banner.
      markup.empty("circle", [("cx", "35"), ("cy", "35"), ("r", "35"), ("fill", colors.ground)])
      guard let avatar else {
        let hue = Accent(profile.user.handle).hue
        func color(_ tint: Tint) -> SafeText {
          colors.front(Paint(tint.color(hue: hue, in: traits)))
        }
        Identicon(profile.user.handle).write(
          to: &markup, [], ground: colors.isGray ? colors.ground : color(.groundStart),
          ink: colors.isGray ? colors.letters : color(.text))
        markup.close("svg")
        break
      }
      markup.open("clipPath", [("id", "round")])
      markup.empty("circle", [("cx", "35"), ("cy", "35"), ("r", "33")])
      markup.close("clipPath")
      markup.empty(
        "image",
        [("width", "70"), ("height", "70"), ("clip-path", "url(#round)")]
          + image(of: avatar, colors))
      markup.close("svg")
    }
    markup.newline()
  }

  private func image(of thumbnail: Thumbnail, _ colors: SVGColors) -> Markup.Attributes {
    [
      ("preserveAspectRatio", "xMidYMid slice"),
      ("href", PictureContent(thumbnail, isGray: colors.isGray).address),
    ]
  }
}
