/// What the cache knows of a picture.
package enum CachedThumbnail: Equatable, Sendable {
  case kept(Thumbnail)
  /// It was tried, and can't be decoded; the cache forgets that when it is emptied.
  case undecodable
  /// There is none, or one that nothing could draw.
  case missing
}
