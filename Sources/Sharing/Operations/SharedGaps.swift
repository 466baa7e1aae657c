internal import Model
internal import Storage

/// What a copy knows of and has not received.
struct SharedGaps {
  /// Bundles that another bundle names as the one before it.
  private(set) var bundles = 0
  /// Words that are missing though nobody deleted their posts.
  private(set) var words = 0
  private(set) var pictures = 0

  init(_ tables: SharedTables) throws {
    let facts = try tables.bundles()
    let known = Set(facts.map(\.hash))
    bundles = Set(facts.compactMap(\.previous)).subtracting(known).count
    let evaluation = try Evaluation(tables)
    for bundle in facts where bundle.counts {
      let content = try evaluation.shelf.bundle(bundle.id).bundle
      if content.missingWords.isEmpty { continue }
      words += try content.missingWords.intersection(evaluation.words(in: content, bundle).kept)
        .count
    }
    for picture in Set(try tables.signedPictures().map(\.hash))
    where try tables.picture(picture) == nil { pictures += 1 }
  }
}
