/// How a cell is painted: two colours and the weight and form of the letter.
package struct Paint: Hashable, Sendable {
  /// The weight and form of a letter, any of which go together.
  package struct Flags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let bold = Flags(rawValue: 1)
    package static let dim = Flags(rawValue: 2)
    package static let italic = Flags(rawValue: 4)
    package static let underlined = Flags(rawValue: 8)
    package static let reversed = Flags(rawValue: 16)
  }

  package var foreground: Color
  package var background: Color
  package var flags: Flags

  package init(
    _ foreground: Color = .standard, on background: Color = .standard, _ flags: Flags = []
  ) {
    self.foreground = foreground
    self.background = background
    self.flags = flags
  }

  package static let plain = Paint()

  /// Whether a blank painted so looks like no paint at all.
  var leavesBlanksBlank: Bool {
    background == .standard && flags.isDisjoint(with: [.underlined, .reversed])
  }
}
