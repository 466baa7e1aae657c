/// The blocks that show some of the samples of a cell: which shapes there are, and their signs.
enum BlockGlyphs {
  case half, quad, sextant

  /// Samples beside and below each other in a cell.
  var samples: (across: Int, down: Int) {
    switch self {
    case .half: (1, 2)
    case .quad: (2, 2)
    case .sextant: (2, 3)
    }
  }

  /// The block that covers the samples of a mask, in rows from the top; never the first of them.
  func glyph(_ mask: Int) -> Unicode.Scalar {
    switch self {
    case .half: mask == 0 ? " " : "▄"
    case .quad: BlockGlyphs.quads[mask >> 1]
    case .sextant: BlockGlyphs.sextants[mask >> 1]
    }
  }

  private static let quads: ContiguousArray<Unicode.Scalar> = [
    " ", "▝", "▖", "▞", "▗", "▐", "▄", "▟",
  ]

  /// U+1FB00 to U+1FB3B leave out what was there before: nothing, the halves and the full block.
  private static let sextants = ContiguousArray(
    stride(from: 0, to: 64, by: 2).map { (mask: UInt32) -> Unicode.Scalar in
      switch mask {
      case 0: " "
      case 42: "▐"
      default:
        Unicode.Scalar(0x1FB00 + mask - (mask > 42 ? 3 : mask > 21 ? 2 : 1)) ?? "▐"
      }
    })
}
