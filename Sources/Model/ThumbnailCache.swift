/// How many thumbnails are kept, and how large they are together.
package struct ThumbnailCache: Equatable, Sendable {
  package var thumbnails: Int
  package var bytes: Int

  package init(thumbnails: Int, bytes: Int) {
    self.thumbnails = thumbnails
    self.bytes = bytes
  }
}
