/// The paths of the files of a site, relative to its folder.
///
/// Links use the same paths. Only the paths of hashtags are not ASCII.
package struct SiteMap: Equatable, Sendable {
  package static let style = "style.css"
  package static let script = "script.js"
  package static let hashtags = "tag"
  package static let pictures = "pictures"
  /// In bytes; the usual file systems allow names of this length.
  private static let longestName = 200

  /// The only user with pages; nil if all have pages.
  package let owner: Handle?

  package init(owner: Handle?) {
    self.owner = owner
  }

  package func hasPages(_ handle: Handle) -> Bool { owner == nil || owner == handle }

  /// A page of the list of users; pages count from 1.
  package func people(page: Int = 1) -> String {
    page == 1 ? "index.html" : "people-\(page).html"
  }

  /// The folder of a user.
  ///
  /// A handle that is the name of another file gets a hyphen, which no handle contains.
  package func folder(of handle: Handle) -> String {
    let taken = [
      SiteMap.style, SiteMap.script, SiteMap.hashtags, SiteMap.pictures, people(),
    ]
    if Handle.accepts(handle.text), !taken.contains(handle.text) { return handle.text }
    // A damaged database may contain invalid handles.
    let bytes = handle.text.utf8.map { Handle.mayContain($0) ? $0 : UInt8(ascii: "_") }
    return String(decoding: bytes, as: UTF8.self) + "-"
  }

  /// A page of a tab; the first page has the first posts of all tabs.
  package func profile(_ handle: Handle, tab: ProfileTab = .posts, page: Int = 1) -> String {
    let name =
      switch (page, tab) {
      case (1, .posts): "index.html"
      case (1, _): "index.html#\(tab.rawValue)"
      case (_, .posts): "page-\(page).html"
      default: "\(tab.rawValue)-\(page).html"
      }
    return "\(folder(of: handle))/\(name)"
  }

  package func post(_ id: Post.ID, by author: Handle) -> String {
    "\(folder(of: author))/\(id.number).html"
  }

  /// Equal tags have the same page.
  package func hashtag(_ tag: Hashtag, page: Int = 1) -> String {
    let isShort = tag.folded.utf8.count <= SiteMap.longestName
    let name =
      isShort ? tag.folded : "long-" + SHA256.digest(of: Array(tag.folded.utf8)).hexadecimal
    return "\(SiteMap.hashtags)/\(name)\(page == 1 ? "" : "-\(page)").html"
  }
}
