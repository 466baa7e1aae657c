/// The thumbnails of what stands on one page, and the pictures there that have none.
package struct ThumbnailSet: Equatable, Sendable {
  /// By the hash of their picture.
  package private(set) var kept: [String: Thumbnail] = [:]
  /// The hashes of the pictures that have none yet, in the order they were met.
  package private(set) var missing: [String] = []
  /// Those of which none can be made.
  package private(set) var undecodable: Set<String> = []
  /// The hash of the avatar on the page, where there is one.
  package let avatarHash: String?

  package init(avatar: String? = nil) {
    avatarHash = avatar
  }

  package var avatar: Thumbnail? { avatarHash.flatMap { kept[$0] } }

  package func knows(_ hash: String) -> Bool {
    kept[hash] != nil || missing.contains(hash) || undecodable.contains(hash)
  }

  /// Takes note of a picture, and of its thumbnail if there is one.
  package mutating func add(_ thumbnail: Thumbnail?, of hash: String) {
    kept[hash] = thumbnail
    missing.removeAll { $0 == hash }
    if thumbnail == nil { missing.append(hash) }
  }

  /// Takes note of a picture that was tried, and can't be decoded.
  package mutating func addUndecodable(_ hash: String) {
    missing.removeAll { $0 == hash }
    undecodable.insert(hash)
  }
}
