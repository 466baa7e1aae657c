package import Model

/// A symmetrical figure made from a handle, for users without a picture.
package struct Identicon: Sendable {
  /// The dots in each row and column.
  package static let side = 5

  private let accent: Accent
  private var bits: UInt64 { accent.bits }

  package init(_ handle: Handle) {
    accent = Accent(handle)
  }

  /// Whether a dot is set; the right half mirrors the left.
  package func isSet(column: Int, row: Int) -> Bool {
    let place = row * 3 + min(column, Identicon.side - 1 - column)
    return bits >> place & 1 == 1
  }

  /// The colour of the figure: visible on dark and light backgrounds.
  package var color: (red: UInt8, green: UInt8, blue: UInt8) {
    let sample = OKLCH(lightness: 0.68, chroma: 0.13, hue: Double(accent.hue)).sample
    return (UInt8(sample.red), UInt8(sample.green), UInt8(sample.blue))
  }
}
