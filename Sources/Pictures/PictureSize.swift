/// The size of a picture in pixels, within the limits, and how it is to be turned.
struct PictureSize: Equatable {
  let width: Int
  let height: Int
  let orientation: Orientation?

  init(width: Int, height: Int) throws(PictureError) {
    guard width > 0, height > 0 else { throw .undecodable }
    // Each side is held against the limit first, so that the product can't overflow.
    guard max(width, height) <= PictureLimits.pixelCount,
      width * height <= PictureLimits.pixelCount
    else {
      throw .tooManyPixels(width: width, height: height)
    }
    self.width = width
    self.height = height
    orientation = nil
  }

  private init(_ frame: PictureSize, shown orientation: Orientation) {
    let sides = (frame.width, frame.height)
    (width, height) = orientation.isTurned ? (sides.1, sides.0) : sides
    self.orientation = orientation
  }

  /// The same picture as the camera was held.
  func shown(_ orientation: Orientation?) -> PictureSize {
    orientation.map { PictureSize(self, shown: $0) } ?? self
  }
}
