package import Model
internal import Storage

/// The words of posts: those that come late, and those of deleted posts.
extension Merge {
  /// Adds the words that another version of a kept bundle has.
  ///
  /// Returns whether the file of that version has other words than it should.
  package func addWords(of other: Bundle, to id: Int64) throws -> Bool {
    var (_, bundle) = try evaluation.shelf.bundle(id)
    let before = bundle
    bundle.addWords(of: other)
    if bundle != before {
      // Only the signer can make words that no file can have together.
      guard let stream = BundleFile.fittingStream(of: bundle.content()) else { return false }
      try replace(stream, of: id)
      var isSeen: Set<Thing> = []
      for thing in bundle.things where isSeen.insert(thing).inserted { try look(at: thing) }
      try lookAtWoken()
    }
    return Set(bundle.words.keys) != Set(other.words.keys)
  }

  private func replace(_ stream: [UInt8], of id: Int64) throws {
    guard var row = try tables.bundle(id) else { return }
    row.content = stream
    try target.put(row)
    // The next exchange compares the words of the file in the folder again.
    try tables.forgetFile(ofBundle: row.facts.hash, in: target)
    evaluation.shelf.forget(id)
  }

  /// Drops the words of deleted posts and of edits of them, and returns the bundles that had some.
  package func dropWords() throws -> Set<FixedBytes<32>> {
    var bundles: Set<Int64> = []
    if hasRemovedUsers { deletedPosts.formUnion(try gonePosts()) }
    hasRemovedUsers = false
    for post in deletedPosts where try evaluation.isDeleted(post) {
      try dropPicture(of: post)
      bundles.formUnion(try tables.deeds(on: Thing.post(post).bytes).map(\.bundle))
    }
    deletedPosts = []
    var changed: Set<FixedBytes<32>> = []
    for id in bundles {
      var (facts, bundle) = try evaluation.shelf.bundle(id)
      let dropped = try evaluation.words(in: bundle, facts).dropped
      leftPictures.formUnion(bundle.pictures(in: dropped))
      if dropped.isDisjoint(with: bundle.words.keys) { continue }
      bundle.dropWords(dropped)
      try replace(BundleFile.compressed(bundle.content()), of: id)
      changed.insert(facts.hash)
    }
    return changed
  }

  private func gonePosts() throws -> [LastingName] {
    try tables.posts().compactMap { post in
      try tables.content(of: post.post) == nil ? post.name : nil
    }
  }

  private func dropPicture(of post: LastingName) throws {
    let thing = Thing.post(post).bytes
    leftPictures.formUnion(try tables.pictures(of: thing).map(\.hash))
    try tables.removePicture(of: thing, .post, from: target)
  }

  /// The pictures that nobody shows any more.
  package func unshownPictures() throws -> Set<FixedBytes<32>> {
    try leftPictures.filter { try tables.uses(of: $0).isEmpty }
  }
}

extension Bundle {
  /// The pictures that posts with these words show.
  fileprivate func pictures(in dropped: Set<FixedBytes<32>>) -> [FixedBytes<32>] {
    deedLines.indices.compactMap { place in
      guard let deed = deed(at: place), case .post(let post) = deed.act,
        dropped.contains(post.words.hash)
      else { return nil }
      return post.words.words?.picture?.hash
    }
  }
}
