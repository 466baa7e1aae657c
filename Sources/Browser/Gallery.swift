package import Model
package import Rendering

/// The pictures on the pages of the browser, and those that are still to come.
package struct Gallery {
  package private(set) var shelf = ShelvedPictures()
  /// Pictures to be decoded, those on the top page first.
  package private(set) var missing: [String] = []
  /// Those that can't be, and those that could not be when it was tried last.
  private var undrawable: Set<String> = []
  private var postponed: Set<String> = []
  /// Another one for each other choice of pictures that can be drawn.
  package private(set) var version = 0
  private var recall = Recall.none

  /// How far some are that are to be brought back.
  private enum Recall { case none, underWay, failed }

  package mutating func take(_ set: ThumbnailSet) {
    // A hash stands for one content, so that one that is at hand has nothing new.
    let isNew = set.kept.keys.contains { !shelf.knows($0) }
    shelf.add(set.kept.filter { !shelf.knows($0.key) || shelf.putAway.contains($0.key) })
    if isNew { version += 1 }
    let passed = undrawable.union(postponed)
    let unmade = set.missing.filter { !passed.contains($0) && !shelf.knows($0) }
    missing = unmade + missing.filter { !unmade.contains($0) }
  }

  package mutating func take(_ thumbnail: Thumbnail, of hash: String) {
    missing.removeAll { $0 == hash }
    shelf.add([hash: thumbnail])
    version += 1
  }

  package mutating func giveUp(_ hash: String, forGood isLasting: Bool) {
    missing.removeAll { $0 == hash }
    if isLasting { undrawable.insert(hash) } else { postponed.insert(hash) }
  }

  /// Takes those for missing again that could not be drawn when it was tried last.
  package mutating func retryPostponed() {
    postponed = []
  }

  package mutating func putAway(allBut near: Set<String>) {
    shelf.putAway(allBut: near)
  }

  package mutating func keep(only shown: Set<String>) {
    shelf.forget { !shown.contains($0) }
    missing = missing.filter(shown.contains)
  }

  /// The posts whose pictures are to be brought back; none while others are, and none after they
  /// could not be read until `retryRecall`: asked for at once they would be asked for without end.
  package mutating func recall(_ posts: ArraySlice<Post>) -> [Post] {
    let posts = recall == .none ? posts.filter(shelf.isBlank) : []
    if !posts.isEmpty { recall = .underWay }
    return posts
  }

  package mutating func failRecall() {
    recall = .failed
  }

  package mutating func retryRecall() {
    if recall == .failed { recall = .none }
  }

  /// Takes what came of those that were to be brought back: what is kept no longer is made again.
  package mutating func takeBack(_ posts: [Post], _ set: ThumbnailSet) {
    recall = .none
    // Of a page that was left meanwhile none is wanted.
    let wanted = shelf.putAway.intersection(posts.compactMap(\.image?.hash))
    shelf.add(set.kept.filter { wanted.contains($0.key) })
    let gone = wanted.subtracting(set.kept.keys)
    guard !gone.isEmpty else { return }
    shelf.forget(where: gone.contains)
    version += 1
    missing = set.missing.filter(gone.contains) + missing
  }
}
