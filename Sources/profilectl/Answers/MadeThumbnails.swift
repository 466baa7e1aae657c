import Model
import Pictures

/// What came of making the thumbnails that a page lacked, by the hashes of their pictures.
struct MadeThumbnails {
  var kept: [String: Thumbnail] = [:]
  /// Pictures that need not be tried again.
  var undecodable: Set<String> = []
  /// Why some could not be made here and now.
  var hindrance: Hindrance?
}
