/// A generated picture: the same number and motif give the same pixels on every machine.
package struct Painting: Sendable {
  package let raster: Raster
  /// In plain words, made from what was drawn.
  package let alt: String

  package init(_ motif: Motif, seed: UInt64, number: Int = 0) {
    var painter = Painter(random: SeededRandom(seed, .painting, number))
    alt = motif.paint(with: &painter)
    raster = painter.easel.raster
  }
}
