/// What a picture is drawn with, where there are colours.
package enum PictureGlyphs: String, CaseIterable, Sendable {
  /// Signs from light to dense, the same as where there is no colour.
  case ascii
  /// Blocks of one by two, two by two and two by three samples in a cell.
  case half, quad, sextant
}
