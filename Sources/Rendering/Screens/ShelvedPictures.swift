package import Model

/// The thumbnails that a long list is drawn with: some are at hand, and the others put away, until
/// they are brought back, and drawn as a blank of the same size.
package struct ShelvedPictures: Sendable {
  private static let blank = Thumbnail(
    pixels: Array(repeating: 128, count: Thumbnail.byteCount))

  /// By the hash of their picture.
  package private(set) var thumbnails: [String: Thumbnail] = [:]
  package private(set) var putAway: Set<String> = []

  package init(_ thumbnails: [String: Thumbnail] = [:]) {
    self.thumbnails = thumbnails
  }

  package var countAtHand: Int { thumbnails.count - putAway.count }

  package func knows(_ hash: String) -> Bool { thumbnails[hash] != nil }

  /// Whether its picture would be drawn as a blank for now.
  package func isBlank(_ post: Post) -> Bool {
    post.image.map { putAway.contains($0.hash) } ?? false
  }

  package mutating func add(_ new: [String: Thumbnail]) {
    thumbnails.merge(new) { $1 }
    putAway.subtract(new.keys)
  }

  package mutating func putAway(allBut near: Set<String>) {
    for hash in thumbnails.keys where !near.contains(hash) && !putAway.contains(hash) {
      thumbnails[hash] = Self.blank
      putAway.insert(hash)
    }
  }

  package mutating func forget(where isForgotten: (String) -> Bool) {
    thumbnails = thumbnails.filter { !isForgotten($0.key) }
    putAway = putAway.filter { !isForgotten($0) }
  }
}
