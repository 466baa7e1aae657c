package import Model

/// A symmetrical figure derived from a handle, for users without a picture.
package struct Identicon: Sendable {
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
}
