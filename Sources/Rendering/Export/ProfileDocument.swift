package import Model

/// A profile as one HTML file with the original pictures, which loads nothing else.
///
/// The file is also well-formed XML. Without its style and script it reads in order.
package struct ProfileDocument {
  private let profile: Profile
  private let hasViewer: Bool
  private let tabs: [ShownProfile]
  private let chosen: ProfileTab
  private let columns: Int
  private let pictures: Set<String>
  private let answers: [Post.ID: [Post]]
  private let faces: [Handle: Thumbnail]

  /// `tabs` are the tabs that the viewer may see, read in one snapshot.
  ///
  /// `answers` are the answers to their posts, and `faces` the pictures of the authors of answers.
  /// `pictures` are the hashes of the readable pictures; others are replaced by their descriptions.
  package init(
    _ profile: Profile, tabs: [ShownProfile], chosen: ProfileTab, hasViewer: Bool,
    columns: Int = 3, pictures: Set<String> = [],
    answers: [Post.ID: [Post]] = [:], faces: [Handle: Thumbnail] = [:]
  ) {
    self.profile = profile
    self.tabs = tabs
    self.chosen = chosen
    self.hasViewer = hasViewer
    self.columns = columns
    self.pictures = pictures
    self.answers = answers
    self.faces = faces
  }

  package func page(in traits: Traits) -> KeptPage {
    var markup = Markup(isASCII: traits.isASCII)
    markup.literal("<!DOCTYPE html>\n")
    markup.open(
      "html",
      [
        ("lang", "en"), ("data-tab", SafeText(chosen.rawValue)),
        ("data-hue", "\(Accent(profile.user.handle).hue)"),
      ])
    writeHead(to: &markup)
    markup.literal("<body>\n")
    HTMLCard(profile, hasViewer: hasViewer, pictures: pictures, in: traits).write(to: &markup)
    writeMain(to: &markup, in: traits)
    writeFooter(to: &markup, in: traits)
    markup.open("script")
    markup.file(PageResource.script.bytes)
    markup.literal("</script>\n</body>\n</html>\n")
    return KeptPage(markup)
  }

  private func writeHead(to markup: inout Markup) {
    markup.literal("\n<head>\n<meta charset=\"utf-8\"/>\n")
    markup.empty(
      "meta", [("http-equiv", "Content-Security-Policy"), ("content", Self.policy)])
    markup.literal(
      """

      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <meta name="color-scheme" content="dark light"/>

      """)
    markup.element("title", ProfileWords(profile.user).title)
    markup.literal("\n<style>")
    markup.file(PageResource.style.bytes)
    markup.literal("</style>\n</head>\n")
  }

  /// Forbids requests, and every script and style but ours, even if a text contains markup.
  private static let policy: SafeText = """
    default-src 'none'; img-src data:; style-src 'sha256-\(SafeText(stringLiteral: PageResource.style.hash))'; \
    script-src 'sha256-\(SafeText(stringLiteral: PageResource.script.hash))'; base-uri 'none'; form-action 'none'
    """

  private func writeMain(to markup: inout Markup, in traits: Traits) {
    markup.open("main", [("id", "main")])
    markup.open("nav", [("id", "tabs"), ("aria-label", "Lists")])
    for tab in tabs {
      markup.element("a", [("href", "#\(tab.tab.rawValue)")], TabBar.name(of: tab.tab))
    }
    markup.close("nav")
    markup.newline()
    for tab in tabs {
      HTMLGrid(tab, columns: columns, pictures: pictures, answers: answers, in: traits)
        .write(to: &markup)
    }
    markup.literal("</main>\n")
    HTMLFaces(of: answers, pictures: faces).write(to: &markup)
  }

  private func writeFooter(to markup: inout Markup, in traits: Traits) {
    markup.literal("<footer><p>Kept with profilectl, ")
    HTMLTime(traits.now, in: traits).write(to: &markup, withClock: true)
    markup.literal(
      """
      </p>
      <fieldset hidden="hidden"><legend>Header</legend>
      <label><input type="radio" name="header" value="stretchy"/> stretchy</label>
      <label><input type="radio" name="header" value="three-state"/> three states</label>
      <label><input type="radio" name="header" value="fading"/> fading</label>
      </fieldset></footer></div>

      """)
  }
}

/// A file that every page contains.
package struct PageResource: Sendable {
  package let bytes: [UInt8]
  /// SHA-256 of the bytes in Base64, by which the page's policy admits the file.
  package let hash: StaticString

  /// Shows the tabs, the large view of a post and the three header effects.
  ///
  /// Without it everything on the page can be read.
  package static let script = PageResource(
    bytes: PackageResources.page_js, hash: "Z2gWG2vEpXe/COGB13g5iRYqgScMRRWVT/VnUGSc1zk=")

  /// One point of the profile browser is one pixel here; `--u` shrinks it in a low window.
  package static let style = PageResource(
    bytes: PackageResources.page_css, hash: "+YXr59H3PF4dQOeWjmdwBowwYK19PudOoBoWEFmkXC8=")
}

/// A page in pieces: text, and the places of pictures between the texts.
///
/// The pictures of a page may not fit into memory, so the writer inserts them one after the other.
package struct KeptPage {
  package enum Piece {
    case text(ArraySlice<UInt8>)
    /// The place of the URL of the picture with this hash.
    case picture(String)
  }

  package private(set) var pieces: [Piece] = []

  init(_ markup: Markup) {
    let bytes = markup.output.bytes
    var start = 0
    for gap in markup.gaps {
      pieces += [.text(bytes[start..<gap.place]), .picture(gap.picture)]
      start = gap.place
    }
    pieces.append(.text(bytes[start...]))
  }
}

/// A time in a page as an absolute date, readable by people and by programs.
struct HTMLTime {
  private let moment: Moment
  private let zone: Zone

  init(_ moment: Moment, in traits: Traits) {
    self.moment = moment
    zone = traits.zone
  }

  func write(to markup: inout Markup, withClock: Bool = false) {
    let (date, time) = Timestamp.local(moment, in: zone)
    let both = SafeText(date + " " + time)
    markup.element(
      "time", [("datetime", SafeText(Timestamp.utc(moment))), ("title", both)],
      withClock ? both : SafeText(date))
  }
}
