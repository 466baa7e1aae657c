package import Model
import Rendering

/// Which pictures are at hand: of a long list only those near what is chosen, for a thumbnail takes
/// 36 KB and a list may have thousands.
extension BrowserState {
  /// So many things on either side of the chosen one are more than two windows hold.
  private var reach: Int { 12 + window }

  /// Puts away what is far from anything to be seen, when pictures have come.
  package mutating func putPicturesAway() {
    guard gallery.shelf.countAtHand > 3 * reach else { return }
    var near: Set<String> = []
    for page in pages {
      near.formUnion(page.content.pictures(near: page.id == self.page.id ? reach : reach / 4))
      // The newest one is behind the header.
      guard case .profile(let content) = page.content else { continue }
      if let newest = newest(of: content)?.image { near.insert(newest.hash) }
    }
    gallery.putAway(allBut: near)
  }

  /// The newest of somebody's posts whose picture can be drawn.
  package func newest(of content: ProfileContent) -> Post? {
    content.tabs[.posts]?.items.first { $0.image.map { gallery.shelf.knows($0.hash) } ?? false }
  }

  /// Asks again for pictures that come near.
  package mutating func recallPictures() -> [BrowserEffect] {
    let shelf = gallery.shelf
    guard !shelf.putAway.isEmpty, content.posts(near: reach / 2).contains(where: shelf.isBlank)
    else { return [] }
    let posts = gallery.recall(content.posts(near: reach))
    return posts.isEmpty ? [] : [.recall(posts)]
  }

  /// Keeps the pictures of what is on a page.
  package mutating func forgetPictures() {
    gallery.keep(only: Set(pages.flatMap(\.content.pictures)))
  }
}

extension BrowserPage.Content {
  /// The posts of its list so near to the chosen one.
  fileprivate func posts(near reach: Int) -> ArraySlice<Post> {
    switch self {
    case .profile(let content): content.series.near(reach)
    case .feed(let content): content.series.near(reach)
    case .people, .post, .text: []
    }
  }

  /// The hashes of the pictures so near to what is chosen on each tab, or outside of a list.
  fileprivate func pictures(near reach: Int) -> [String] {
    switch self {
    case .profile(let content):
      content.tabs.values.flatMap { $0.near(reach) }.compactMap { $0.image?.hash }
        + [content.avatar].compactMap(\.self)
    case .feed: posts(near: reach).compactMap { $0.image?.hash }
    case .post, .people, .text: pictures
    }
  }
}

extension Series {
  fileprivate func near(_ reach: Int) -> ArraySlice<Item> {
    items[
      max(
        0, min(place.selected, items.count) - reach)..<min(items.count, place.selected + reach + 1)]
  }
}
