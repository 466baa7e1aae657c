/// A small copy of a picture, which the drawings are made from: cut to the shape of a grid's cell,
/// 1:1.3.
package struct Thumbnail: Equatable, Sendable {
  package static let width = 96
  package static let height = 125
  /// Three bytes a pixel: red, green, blue.
  package static let byteCount = width * height * 3

  /// The pixels in rows from the top, each row from the left.
  package let pixels: [UInt8]

  /// Nil unless there are exactly `byteCount` bytes.
  package init?(pixels: [UInt8]) {
    guard pixels.count == Self.byteCount else { return nil }
    self.pixels = pixels
  }
}
