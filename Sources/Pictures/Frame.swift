/// The size of a picture in pixels, within the limits.
struct Frame: Equatable {
  let width: Int
  let height: Int

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
  }

  private init(turning frame: Frame) {
    width = frame.height
    height = frame.width
  }

  /// The same picture lying on its side.
  var turned: Frame { Frame(turning: self) }
}
