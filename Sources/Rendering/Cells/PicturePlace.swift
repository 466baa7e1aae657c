/// An area of a canvas with a picture; an export replaces its cells by the picture.
package struct PicturePlace: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case avatar
    /// A post's picture, by its hash.
    case picture(String)
    /// A picture that a terminal's protocol may draw.
    case placed(PlacedPicture)
  }

  package let kind: Kind
  /// The cells, relative to the top left of the canvas.
  package let x: Int
  package let y: Int
  package let width: Int
  package let height: Int

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
