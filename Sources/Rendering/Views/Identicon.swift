package import Model

/// A symmetrical figure made from a handle, for users without a picture.
package struct Identicon: Sendable {
  /// The dots in each row and column.
  package static let side = 5

  private let bits: UInt64

  package init(_ handle: Handle) {
    // Mixes the bits, so that similar handles look different.
    var hash = StableHash(handle.text).value
    hash = (hash ^ hash >> 31) &* 0x9E37_79B9_7F4A_7C15
    bits = hash ^ hash >> 29
  }

  /// Whether a dot is set; the right half mirrors the left.
  package func isSet(column: Int, row: Int) -> Bool {
    let place = row * 3 + min(column, Identicon.side - 1 - column)
    return bits >> place & 1 == 1
  }

  /// The colour of the figure: saturated, and visible on dark and light backgrounds.
  package var color: (red: UInt8, green: UInt8, blue: UInt8) {
    let hue = Int(bits >> 40 % 360)
    let (sector, part) = (hue / 60, hue % 60)
    let (low, high) = (96, 232)
    let rising = low + (high - low) * part / 60
    let falling = high - (high - low) * part / 60
    let mix =
      switch sector {
      case 0: (high, rising, low)
      case 1: (falling, high, low)
      case 2: (low, high, rising)
      case 3: (low, falling, high)
      case 4: (rising, low, high)
      default: (high, low, falling)
      }
    return (UInt8(mix.0), UInt8(mix.1), UInt8(mix.2))
  }
}
