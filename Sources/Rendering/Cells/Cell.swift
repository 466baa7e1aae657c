/// One cell of a screen, in twelve bytes: a glyph, its flags and two colours.
package struct Cell: Hashable, Sendable {
  enum Content: Hashable {
    case scalar(Unicode.Scalar)
    /// A cluster of several scalars, as an index into the table of the canvas.
    case cluster(Int)
    /// The continuation of a wide glyph.
    case continuation
  }

  /// The flags in the highest byte, then bits for clusters and pictures, then a scalar or index; 0
  /// is a continuation.
  private var glyph: UInt32
  private let foreground: Color
  private let background: Color

  private static let clusterMark: UInt32 = 1 << 23
  private static let pictureMark: UInt32 = 1 << 22

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
    let value = glyph & 0xBF_FFFF
    if value == 0 { return .continuation }
    if value & Cell.clusterMark != 0 { return .cluster(Int(value ^ Cell.clusterMark)) }
    return .scalar(Unicode.Scalar(value) ?? "?")
  }

  package var paint: Paint {
    Paint(foreground, on: background, Paint.Flags(rawValue: UInt8(glyph >> 24)))
  }

  /// The paint of the cell, if the cell before it has the paint `last`.
  ///
  /// Blocks keep colours of `last` that look the same. In a smooth picture, only every third cell
  /// then has an escape sequence.
  func paint(after last: Paint) -> Paint {
    guard isBlock else { return paint }
    return Paint(
      foreground.orNear(last.foreground), on: background.orNear(last.background), paint.flags)
  }

  /// A hash of the appearance, without the cluster, which only the canvas knows.
  var digest: UInt64 {
    let shape = glyph & Cell.clusterMark == 0 ? glyph : glyph & 0xFF00_0000 | Cell.clusterMark
    return UInt64(shape) ^ UInt64(foreground.raw) << 21 ^ UInt64(background.raw) << 37
  }

  /// Whether it is a part of a picture that the terminal may draw itself.
  var isPicture: Bool { glyph & Cell.pictureMark != 0 }

  /// The cell as a part of a picture.
  var asPicture: Cell {
    var cell = self
    cell.glyph |= Cell.pictureMark
    return cell
  }

  /// Whether it has another background than the terminal's.
  var hasGround: Bool { background != .standard }

  /// Whether its glyph is one of the blocks and shades that draw pictures.
  var isBlock: Bool {
    (0x2580...0x259F).contains(glyph & 0xFF_FFFF)
  }

  /// Whether the end of a line can omit it.
  var isBlank: Bool {
    glyph & 0xFF_FFFF == 0x20 && paint.leavesBlanksBlank
  }
}
