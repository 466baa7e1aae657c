/// The area of a canvas that shows a picture, so that an export can use the picture itself.
package struct PicturePlace: Equatable, Sendable {
  /// The kind of picture.
  package enum Kind: Equatable, Sendable {
    case avatar
    /// A post's picture, by its hash.
    case picture(String)
    /// A picture that a terminal's protocol may draw.
    case placed(PlacedPicture)
  }

  package var kind: Kind
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(_ kind: Kind, x: Int, y: Int, width: Int, height: Int) {
    self.kind = kind
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  func contains(x: Int, y: Int) -> Bool {
    (self.x..<self.x + width).contains(x) && (self.y..<self.y + height).contains(y)
  }

  func moved(x: Int, y: Int) -> PicturePlace {
    PicturePlace(kind, x: self.x + x, y: self.y + y, width: width, height: height)
  }
}
