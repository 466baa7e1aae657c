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
    let style = PageResource.style
    let script = PageResource.script
    HTMLHead(
      title: ProfileWords(profile.user).title, hue: Accent(profile.user.handle).hue, tab: chosen,
      policy: """
        default-src 'none'; img-src data:; style-src 'sha256-\(SafeText(stringLiteral: style.hash))'; \
        script-src 'sha256-\(SafeText(stringLiteral: script.hash))'; base-uri 'none'; form-action 'none'
        """
    ).write(to: &markup) { markup in
      markup.literal("<style>")
      markup.file(style.bytes)
      markup.literal("</style>\n")
    }
    HTMLCard(profile, hasViewer: hasViewer, pictures: pictures, in: traits).write(to: &markup)
    writeMain(to: &markup, in: traits)
    HTMLFooter(hasHeaders: true).write(to: &markup, in: traits)
    markup.open("script")
    markup.file(script.bytes)
    markup.literal("</script>\n</body>\n</html>\n")
    return KeptPage(markup)
  }

  private func writeMain(to markup: inout Markup, in traits: Traits) {
    markup.open("main", [("id", "main")])
    markup.open("nav", [("id", "tabs"), ("aria-label", "Lists")])
    for tab in tabs {
      markup.element("a", [("href", "#\(tab.tab.rawValue)")], TabBar.name(of: tab.tab))
    }
    markup.close("nav")
    markup.newline()
    let drawing = HTMLPosts(pictures: pictures, traits: traits)
    for tab in tabs {
      let grid = HTMLGrid(tab.tab, of: tab.profile.item, columns: columns, drawing: drawing)
      grid.write(tab.posts.items, answers: answers, to: &markup) {
        if tab.posts.next != nil, !tab.posts.entries.isEmpty { grid.writeRest(to: &$0) }
      }
    }
    markup.literal("</main>\n")
    HTMLFaces(of: answers.values.joined(), addresses: faces.mapValues(HTMLFaces.address))
      .write(to: &markup)
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
    bytes: PackageResources.page_js, hash: "fofECff3YOjeZwPEzVoQb4ejvPimV2VcB08fY25+S8Y=")

  /// One point of the profile browser is one pixel here; `--u` shrinks it in a low window.
  package static let style = PageResource(
    bytes: PackageResources.page_css, hash: "3BHBFtPLZmwffQqFNIZUFiDXvJWpj4xoeeb3YDGMKE8=")
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
