/// What is wrong with showing a scalar as it is.
enum ScalarDanger {
  /// C1 controls, bidirectional controls, line separators, noncharacters: shown by their number.
  case exposed
  /// Nothing to see, so nothing is shown.
  case invisible
  /// Invisible, but part of what a cluster looks like: ZWJ, two selectors, the tags of flags.
  case joining

  /// Nil for scalars that are what they look like, and for C0 and DEL, which have pictures.
  init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0..<0x80: return nil
    case 0x80...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029, 0xFDD0...0xFDEF:
      self = .exposed
    case let value where value & 0xFFFE == 0xFFFE: self = .exposed
    case 0x200D, 0xFE0E, 0xFE0F, 0xE0020...0xE007F: self = .joining
    case 0xFFF9...0xFFFB, 0x13430...0x1343F: self = .invisible
    case 0xA0..<0x034F where scalar.value != 0xAD: return nil
    default:
      guard scalar.properties.isDefaultIgnorableCodePoint else { return nil }
      self = .invisible
    }
  }
}
