package import Model

/// The thumbnails of a long list; only some of them are in memory.
///
/// An evicted picture of a post is drawn as a blank of the same size until it is added again.
package struct EvictableThumbnails: Sendable {
  private static let blank = Thumbnail(
    pixels: Array(repeating: 128, count: Thumbnail.byteCount))

  /// Thumbnails by the hash of their picture; an evicted one is replaced by a blank.
  package private(set) var thumbnails: [String: Thumbnail] = [:]
  package private(set) var evicted: Set<String> = []
  /// Whole pictures of posts that are viewed alone.
  package private(set) var wholes: [String: Thumbnail] = [:]
  /// The hashes of the avatars of people in lists.
  package private(set) var avatars: [Handle: String] = [:]

  package init(_ thumbnails: [String: Thumbnail] = [:]) {
    self.thumbnails = thumbnails
  }

  package var countInMemory: Int { thumbnails.count - evicted.count }

  /// The whole picture of a post, or its tile until the whole picture is decoded.
  func whole(of post: Post) -> Thumbnail? {
    post.image.flatMap { wholes[$0.hash] } ?? thumbnails.picture(of: post)
  }

  package func knows(_ hash: String) -> Bool { thumbnails[hash] != nil }

  /// Whether the picture of a post would be drawn as a blank.
  package func isBlank(_ post: Post) -> Bool {
    post.repeated.image.map { evicted.contains($0.hash) } ?? false
  }

  /// The avatar of a user in a list; nil if there is none or it is not read yet.
  func avatar(of handle: Handle) -> Thumbnail? {
    avatars[handle].flatMap { evicted.contains($0) ? nil : thumbnails[$0] }
  }

  /// Sets the current avatars of users; nil removes one.
  package mutating func setAvatars(_ current: [Handle: String?]) {
    for (handle, hash) in current { avatars[handle] = hash }
  }

  package mutating func forgetAvatars(exceptOf people: Set<Handle>) {
    avatars = avatars.filter { people.contains($0.key) }
  }

  package mutating func add(_ new: [String: Thumbnail]) {
    thumbnails.merge(new) { $1 }
    evicted.subtract(new.keys)
  }

  package mutating func addWhole(_ picture: Thumbnail, of hash: String) {
    wholes[hash] = picture
  }

  package mutating func evict(allBut near: Set<String>) {
    for hash in thumbnails.keys where !near.contains(hash) && !evicted.contains(hash) {
      thumbnails[hash] = Self.blank
      evicted.insert(hash)
    }
  }

  /// Drops thumbnails, including evicted ones.
  package mutating func forget(where isForgotten: (String) -> Bool) {
    thumbnails = thumbnails.filter { !isForgotten($0.key) }
    evicted = evicted.filter { !isForgotten($0) }
    wholes = wholes.filter { !isForgotten($0.key) }
  }
}
