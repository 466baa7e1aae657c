package import Model

/// A picture to be kept: its original bytes, and what was found out about them.
package struct PictureDraft: Sendable {
  let content: [UInt8]
  let width: Int
  let height: Int
  /// Nil where it waits to be made when the picture is first shown.
  let thumbnail: Thumbnail?
  /// Made here and not in the transaction, which others wait for.
  let hash: PictureHash

  package init(content: [UInt8], width: Int, height: Int, thumbnail: Thumbnail? = nil) {
    precondition(!content.isEmpty && width > 0 && height > 0, "A picture has bytes and a size.")
    self.content = content
    self.width = width
    self.height = height
    self.thumbnail = thumbnail
    hash = PictureHash(of: content)
  }
}
