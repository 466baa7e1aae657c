/// A generated picture: the same number and motif give the same pixels on every machine.
struct Painting: Sendable {
  let raster: Raster
  /// In plain words, made from what was drawn.
  let alt: String

  init(_ motif: Motif, seed: UInt64, number: Int = 0) {
    var painter = Painter(dice: Dice(seed, .painting, number))
    alt = motif.paint(with: &painter)
    raster = painter.easel.raster
  }
}
