package import Model

/// A profile as one HTML file, which contains the original pictures and loads nothing else.
///
/// The file is also well-formed XML. It is readable in order without its style and script.
package struct ProfileDocument {
  private let profile: Profile
  private let hasViewer: Bool
  private let tabs: [ShownProfile]
  private let chosen: ProfileTab
  private let columns: Int
  private let pictures: Set<String>
  private let replies: [Post.ID: [Post]]
  private let faces: [Handle: Thumbnail]

  /// `tabs` are the visible tabs, read in one snapshot.
  ///
  /// `replies` are the replies to their posts, and `faces` the pictures of the authors of replies.
  /// `pictures` are the hashes of the readable pictures; others are replaced by their descriptions.
  package init(
    _ profile: Profile, tabs: [ShownProfile], chosen: ProfileTab, hasViewer: Bool,
    columns: Int = 3, pictures: Set<String> = [],
    replies: [Post.ID: [Post]] = [:], faces: [Handle: Thumbnail] = [:]
  ) {
    self.profile = profile
    self.tabs = tabs
    self.chosen = chosen
    self.hasViewer = hasViewer
    self.columns = columns
    self.pictures = pictures
    self.replies = replies
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
      grid.write(tab.posts.items, replies: replies, to: &markup) {
        if tab.posts.next != nil, !tab.posts.entries.isEmpty { grid.writeRest(to: &$0) }
      }
    }
    markup.literal("</main>\n")
    HTMLFaces(of: replies.values.joined(), addresses: faces.mapValues(HTMLFaces.address))
      .write(to: &markup)
  }
}

/// A file that every page contains.
package struct PageResource: Sendable {
  package let bytes: [UInt8]
  /// The SHA-256 of the bytes in Base64, with which the policy of the page allows the file.
  package let hash: StaticString

  /// The script for the tabs, the large view of a post and the three header effects.
  ///
  /// Everything on the page is readable without it.
  package static let script = PageResource(
    bytes: PackageResources.page_js, hash: "fofECff3YOjeZwPEzVoQb4ejvPimV2VcB08fY25+S8Y=")

  /// The style: one point of the browser is one pixel, which `--u` shrinks in a low window.
  package static let style = PageResource(
    bytes: PackageResources.page_css, hash: "3BHBFtPLZmwffQqFNIZUFiDXvJWpj4xoeeb3YDGMKE8=")
}

/// A page in pieces: texts, and pictures between them.
///
/// All pictures of a page may not fit into memory, so the writer inserts them one by one.
package struct KeptPage {
  package enum Piece {
    case text(ArraySlice<UInt8>)
    /// The URL of the picture with this hash.
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
