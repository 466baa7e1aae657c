/// Which scalars of a text are written by their number in formats that lose nothing.
///
/// These are what steers a terminal, what nobody would see, and marks beyond the few that any
/// script puts on one letter: thousands would cover what stands around them. It is asked about one
/// scalar after the other.
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
