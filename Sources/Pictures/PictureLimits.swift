/// What a picture may cost before it is refused.
///
/// The child that decodes has its own bounds on memory and processor time, and sets them itself.
package enum PictureLimits {
  package static let byteCount = 64 << 20
  package static let pixelCount = 100_000_000
  /// The size of a thumbnail: rows from the top, three bytes a pixel.
  package static let thumbnailWidth = 96
  package static let thumbnailHeight = 125
  package static let thumbnailByteCount = thumbnailWidth * thumbnailHeight * 3
  /// The memory that the child allows itself, by which narrower limits are known.
  package static let childMemory = 512 << 20
  /// How long a child may live; longer than the processor time it allows itself.
  package static let patience = Duration.seconds(10)
}
