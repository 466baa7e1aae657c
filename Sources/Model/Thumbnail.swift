/// A small copy of a picture: the whole picture, or a tile.
///
/// A tile is the middle of the picture in the aspect ratio of a grid cell, 1:1.3.
package struct Thumbnail: Equatable, Sendable {
  /// The size of a tile.
  package static let width = 96
  package static let height = 125
  /// Three bytes per pixel: red, green, blue.
  package static let byteCount = width * height * 3

  package let width: Int
  package let height: Int
  /// Rows from top to bottom, each from left to right.
  package let pixels: [UInt8]

  /// A tile; nil if `pixels` does not have exactly `byteCount` bytes.
  package init?(pixels: [UInt8]) {
    self.init(width: Self.width, height: Self.height, pixels: pixels)
  }

  /// Nil if `pixels` does not have three bytes for each pixel.
  package init?(width: Int, height: Int, pixels: [UInt8]) {
    guard width > 0, height > 0, pixels.count == width * height * 3 else { return nil }
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }
}

/// The cached copies of a picture: its tile, and the whole picture within 640 by 640 pixels.
package struct PictureCopies: Equatable, Sendable {
  package let tile: Thumbnail
  /// A JPEG file; nil until the picture is first viewed alone.
  package let whole: [UInt8]?

  package init(tile: Thumbnail, whole: [UInt8]? = nil) {
    (self.tile, self.whole) = (tile, whole)
  }
}

/// The thumbnails of one page, and the pictures of that page without a thumbnail.
package struct ThumbnailSet: Equatable, Sendable {
  /// Thumbnails by the hash of their picture.
  package private(set) var kept: [String: Thumbnail] = [:]
  /// Hashes of the pictures without a thumbnail, in the order they were added.
  package private(set) var missing: [String] = []
  package private(set) var undecodable: Set<String> = []
  /// The hash of the avatar on the page; nil if there is none.
  package let avatarHash: String?
  /// The hashes of the avatars of users in a list; nil for a user without an avatar.
  package private(set) var avatars: [Handle: String?] = [:]

  package init(avatar: String? = nil) {
    avatarHash = avatar
  }

  package func avatar(of handle: Handle) -> Thumbnail? {
    (avatars[handle] ?? nil).flatMap { kept[$0] }
  }

  package var avatar: Thumbnail? { avatarHash.flatMap { kept[$0] } }

  package func banner(of user: User) -> Thumbnail? { user.banner.flatMap { kept[$0.hash] } }

  package func knows(_ hash: String) -> Bool {
    kept[hash] != nil || missing.contains(hash) || undecodable.contains(hash)
  }

  /// Adds a picture with its thumbnail, or as missing.
  package mutating func add(_ thumbnail: Thumbnail?, of hash: String) {
    kept[hash] = thumbnail
    missing.removeAll { $0 == hash }
    if thumbnail == nil { missing.append(hash) }
  }

  package mutating func setAvatar(_ hash: String?, of handle: Handle) {
    avatars[handle] = .some(hash)
  }

  package mutating func addUndecodable(_ hash: String) {
    missing.removeAll { $0 == hash }
    undecodable.insert(hash)
  }
}

/// The state of one picture in the cache.
package enum CachedThumbnail: Equatable, Sendable {
  case kept(Thumbnail)
  /// Decoding failed; clearing the cache allows another attempt.
  case undecodable
  /// No thumbnail, or an invalid one.
  case missing
}

/// The number and total size of the cached thumbnails.
package struct ThumbnailCache: Equatable, Sendable {
  package var thumbnails: Int
  package var bytes: Int

  package init(thumbnails: Int, bytes: Int) {
    (self.thumbnails, self.bytes) = (thumbnails, bytes)
  }
}

/// The result of clearing the cache.
package struct ClearedCache: Equatable, Sendable {
  package var dropped: ThumbnailCache
  /// May exceed the size of the thumbnails, because all free pages are removed.
  package var freedBytes: Int

  package init(dropped: ThumbnailCache, freedBytes: Int) {
    (self.dropped, self.freedBytes) = (dropped, freedBytes)
  }
}
