import CommandLine
import Rendering

/// The options of commands that draw pictures.
struct PictureOptions: Equatable, Sendable {
  static let glyphs = Option(
    "glyphs", key: "show.glyphs", .choice("glyphs"), default: PictureMeans.auto,
    "Draw pictures in this way; half, quad and sextant need at least 256 colours.")
  static let light = Switch("light", key: "show.light", "Draw for a light background.")

  static let group = OptionGroup(options: [glyphs.shape, light.shape])

  let glyphs: PictureMeans
  let isLight: Bool

  init(_ parsed: Parsed) throws(RefusedValue) {
    glyphs = try parsed.value(of: Self.glyphs)
    isLight = parsed.value(of: Self.light)
  }

  /// The reader's traits, changed by these options.
  func applied(to traits: Traits) -> Traits {
    var traits = traits
    traits.pictureGlyphs = glyphs.glyphs
    traits.pictures.use(glyphs)
    traits.isLight = traits.isLight || isLight
    return traits
  }
}
