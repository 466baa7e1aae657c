/// Names the files of a site: a path from its folder for each person, post and hashtag.
///
/// Links use the same paths, which are ASCII but for hashtags.
package struct SiteMap: Equatable, Sendable {
  package static let style = "style.css"
  package static let script = "script.js"
  package static let hashtags = "tag"
  package static let pictures = "pictures"
  /// File names are no longer on the usual file systems, in bytes.
  private static let longestName = 200

  /// The only person with pages; nil if all have pages.
  package let owner: Handle?

  package init(owner: Handle?) {
    self.owner = owner
  }

  package func hasPages(_ handle: Handle) -> Bool { owner == nil || owner == handle }

  /// A page of the list of people; pages are counted from 1.
  package func people(page: Int = 1) -> String {
    page == 1 ? "index.html" : "people-\(page).html"
  }

  /// The folder of a person.
  ///
  /// No handle contains a hyphen, so that handles that name another file of the site get one.
  package func folder(of handle: Handle) -> String {
    let taken = [
      SiteMap.style, SiteMap.script, SiteMap.hashtags, SiteMap.pictures, people(),
    ]
    if Handle.accepts(handle.text), !taken.contains(handle.text) { return handle.text }
    // A damaged file may contain other handles.
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
