/// One place on a screen, in twelve bytes: a glyph, its flags and two colours.
package struct Cell: Hashable, Sendable {
  /// What stands in a cell.
  enum Content: Hashable {
    case scalar(Unicode.Scalar)
    /// A cluster of several scalars, by its place in the canvas's table.
    case cluster(Int)
    /// Part of the wide glyph that begins before it.
    case continuation
  }

  /// Flags in the highest byte, then a mark of clusters, then a scalar or place; 0 continues.
  private let glyph: UInt32
  private let foreground: Color
  private let background: Color

  private static let clusterMark: UInt32 = 1 << 23

  package static let blank = Cell(.scalar(" "), .plain)

  init(_ content: Content, _ paint: Paint) {
    let value =
      switch content {
      case .scalar(let scalar): scalar.value
      case .cluster(let place): Cell.clusterMark | UInt32(place)
      case .continuation: UInt32(0)
      }
    glyph = UInt32(paint.flags.rawValue) << 24 | value
    foreground = paint.foreground
    background = paint.background
  }

  var content: Content {
    let value = glyph & 0xFF_FFFF
    if value == 0 { return .continuation }
    if value & Cell.clusterMark != 0 { return .cluster(Int(value ^ Cell.clusterMark)) }
    return .scalar(Unicode.Scalar(value) ?? "?")
  }

  package var paint: Paint {
    Paint(foreground, on: background, Paint.Flags(rawValue: UInt8(glyph >> 24)))
  }

  /// A number for what it looks like; clusters differ by their characters, which their table knows.
  var digest: UInt64 {
    let shape = glyph & Cell.clusterMark == 0 ? glyph : glyph & 0xFF00_0000 | Cell.clusterMark
    return UInt64(shape) ^ UInt64(foreground.raw) << 21 ^ UInt64(background.raw) << 37
  }

  /// Whether it has a background of its own.
  var hasGround: Bool { background != .standard }

  /// Whether nothing of it would be missed at the end of a line.
  var isBlank: Bool {
    glyph & 0xFF_FFFF == 0x20 && paint.leavesBlanksBlank
  }
}
