import Model
package import Rendering

/// A picture to be decoded, by its hash.
package enum PictureRequest: Hashable, Sendable {
  /// A missing tile.
  case tile(String)
  /// The whole picture.
  case whole(String)
}

/// The thumbnails of the pages, and the pictures that are still to be decoded.
package struct PictureCache {
  package private(set) var thumbnails = EvictableThumbnails()
  /// The hashes of pictures to be decoded, those of the top page first.
  package private(set) var missing: [String] = []
  private var undecodable: Set<String> = []
  /// Pictures that could not be decoded at the last try.
  private var failed: Set<String> = []
  /// Whole pictures that were asked for, drawn or not.
  private var triedWholes: Set<String> = []
  /// Changes with the pictures that can be drawn.
  private(set) var version = 0
  private var recall = Recall.none

  /// The state of the request for evicted thumbnails.
  private enum Recall { case none, underWay, failed }

  mutating func take(_ set: ThumbnailSet) {
    // A hash identifies the content, so that a known one adds nothing.
    let isNew = set.kept.keys.contains { !thumbnails.knows($0) }
    thumbnails.add(
      set.kept.filter { !thumbnails.knows($0.key) || thumbnails.evicted.contains($0.key) })
    let avatars = thumbnails.avatars
    thumbnails.setAvatars(set.avatars)
    if isNew || thumbnails.avatars != avatars { version += 1 }
    let passed = undecodable.union(failed)
    let unmade = set.missing.filter { !passed.contains($0) && !thumbnails.knows($0) }
    missing = unmade + missing.filter { !unmade.contains($0) }
  }

  mutating func take(_ thumbnail: Thumbnail, of hash: String) {
    missing.removeAll { $0 == hash }
    thumbnails.add([hash: thumbnail])
    version += 1
  }

  /// Takes a whole picture; nil if it can't be drawn, so that its tile stays.
  mutating func take(whole picture: Thumbnail?, of hash: String) {
    triedWholes.insert(hash)
    guard let picture else { return }
    thumbnails.addWhole(picture, of: hash)
    version += 1
  }

  /// The next picture to decode: the whole picture that the page shows, then missing tiles.
  func wanted(by page: BrowserPage) -> PictureRequest? {
    let whole = page.wholePicture.flatMap { triedWholes.contains($0) ? nil : $0 }
    return whole.map { .whole($0) } ?? missing.first.map { .tile($0) }
  }

  mutating func giveUp(_ hash: String, forGood isLasting: Bool) {
    missing.removeAll { $0 == hash }
    if isLasting { undecodable.insert(hash) } else { failed.insert(hash) }
  }

  /// Lets the pictures that could not be decoded be tried again.
  mutating func retryFailed() {
    failed = []
    triedWholes.formIntersection(thumbnails.wholes.keys)
  }

  /// Evicts thumbnails that are far from what can be seen, once there are many.
  ///
  /// A thumbnail takes 36 KB, and a list may have thousands; `margin` rows fill two windows.
  mutating func evict(allBut pages: [BrowserPage], top: Int, margin: Int) {
    guard thumbnails.countInMemory > 3 * margin else { return }
    var near: Set<String> = []
    for page in pages {
      near.formUnion(page.pictures(near: page.id == top ? margin : margin / 4))
    }
    near.formUnion(thumbnails.avatars.values)
    evict(allBut: near)
  }

  package mutating func evict(allBut near: Set<String>) {
    thumbnails.evict(allBut: near)
  }

  /// Forgets the pictures that are on no page.
  mutating func keep(only pages: [BrowserPage]) {
    thumbnails.forgetAvatars(exceptOf: Set(pages.flatMap(\.people)))
    let shown = Set(pages.flatMap { $0.pictures() } + thumbnails.avatars.values)
    thumbnails.forget { !shown.contains($0) }
    missing = missing.filter(shown.contains)
    triedWholes.formIntersection(shown)
  }

  /// The posts whose evicted thumbnails to read again, once one of them comes near.
  ///
  /// Empty while others are being read, and after a failure until `retryRecall`.
  mutating func recall(in list: LoadedList, margin: Int) -> [Post] {
    guard !thumbnails.evicted.isEmpty, recall == .none,
      list.posts(near: margin / 2).contains(where: thumbnails.isBlank)
    else { return [] }
    recall = .underWay
    return list.posts(near: margin).filter(thumbnails.isBlank)
  }

  mutating func failRecall() {
    recall = .failed
  }

  mutating func retryRecall() {
    if recall == .failed { recall = .none }
  }

  /// Takes recalled thumbnails, and decodes a picture again whose thumbnail is gone.
  mutating func takeBack(_ posts: [Post], _ set: ThumbnailSet) {
    recall = .none
    // The page may have been left meanwhile.
    let wanted = thumbnails.evicted.intersection(posts.compactMap(\.image?.hash))
    thumbnails.add(set.kept.filter { wanted.contains($0.key) })
    let gone = wanted.subtracting(set.kept.keys)
    guard !gone.isEmpty else { return }
    thumbnails.forget(where: gone.contains)
    version += 1
    missing = set.missing.filter(gone.contains) + missing
  }
}
