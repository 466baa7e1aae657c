/// Why a scalar can't be shown unchanged.
enum ScalarDanger {
  /// C1 and bidirectional controls, line separators and noncharacters, shown by their number.
  case exposed
  /// Invisible, so it is removed.
  case invisible
  /// Invisible, but changes how a cluster looks: ZWJ, two variation selectors, the tags of flags.
  case joining

  /// Nil for harmless scalars, and for C0 and DEL, which have control pictures.
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

/// Finds the scalars that lossless formats must escape.
///
/// These are scalars that control a terminal, invisible ones, and combining marks after the seventh
/// on one letter, because thousands would cover the surrounding text. It takes the scalars of a
/// text in order.
struct EscapeTest {
  private static let mostMarks = 7
  private var marks = 0

  mutating func mustEscape(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x7F else {
      marks = 0
      return scalar.value < 0x20
    }
    marks = scalar.value >= 0x300 && scalar.properties.isGraphemeExtend ? marks + 1 : 0
    if marks > EscapeTest.mostMarks { return true }
    switch scalar.value {
    case ..<0xA0, 0xE0020...0xE007F: return true
    default: return ScalarDanger(scalar).map { $0 != .joining } ?? false
    }
  }
}
