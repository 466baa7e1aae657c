/// The role of a text, which determines its paint; the text must be clear without the paint.
package enum Style: Sendable {
  case plain
  /// Names and numbers that stand out.
  case strong
  /// Less important text such as dates and captions.
  case faint
  /// Handles and other text to type.
  case accent
  case heart
  /// The selected one of several.
  case chosen
  /// A button for an action, and a button for the current state.
  case button, pressedButton
  case frame
  case good, warning, bad

  package func paint(in traits: Traits) -> Paint {
    switch traits.depth {
    case .none: traits.isBoldWithoutColor && isBold ? Paint(.standard, .bold) : .plain
    case .ansi16: paint(onSixteen: traits.isLight)
    case .ansi256, .trueColor:
      accented(in: traits) ?? paint(onMany: traits.depth, isLight: traits.isLight)
    }
  }

  private var isBold: Bool {
    switch self {
    case .strong, .chosen, .button: true
    default: false
    }
  }

  /// The paint in the hue of the user of the page.
  private func accented(in traits: Traits) -> Paint? {
    guard let hue = traits.accentHue else { return nil }
    func color(_ tint: Tint) -> Color { tint.color(hue: hue, in: traits) }
    return switch self {
    case .accent: Paint(color(.text))
    case .chosen: Paint(color(.text), .bold)
    case .button: Paint(color(.actionInk), on: color(.action), .bold)
    case .pressedButton: Paint(.standard, on: color(.state))
    default: nil
    }
  }

  private func paint(onSixteen isLight: Bool) -> Paint {
    switch self {
    case .plain: .plain
    case .strong: Paint(.standard, .bold)
    case .faint, .frame: Paint(.palette(8))
    case .accent: Paint(.palette(isLight ? 4 : 6))
    case .heart, .bad: Paint(.palette(1))
    case .chosen: Paint(.palette(isLight ? 4 : 6), .bold)
    case .button: Paint(.palette(isLight ? 15 : 0), on: .palette(isLight ? 4 : 6), .bold)
    case .pressedButton: Paint(.standard, .bold)
    case .good: Paint(.palette(2))
    // Yellow is unreadable on white.
    case .warning: Paint(.palette(isLight ? 1 : 3))
    }
  }

  private func paint(onMany depth: ColorDepth, isLight: Bool) -> Paint {
    func color(_ dark: UInt32, _ light: UInt32) -> Color {
      let value = isLight ? light : dark
      return .near(
        red: UInt8(value >> 16 & 0xFF), green: UInt8(value >> 8 & 0xFF), blue: UInt8(value & 0xFF),
        in: depth)
    }
    return switch self {
    case .plain: .plain
    case .strong: Paint(.standard, .bold)
    case .faint: Paint(color(0x8A8F98, 0x6B7280))
    case .frame: Paint(color(0x4B5563, 0xB6BCC6))
    case .accent: Paint(color(0x5FAFFF, 0x005FAF))
    case .heart: Paint(color(0xFF5F87, 0xD7005F))
    case .chosen: Paint(color(0x5FAFFF, 0x005FAF), .bold)
    case .button: Paint(color(0x0B1522, 0xFFFFFF), on: color(0x5FAFFF, 0x005FAF), .bold)
    case .pressedButton: Paint(.standard, on: color(0x303641, 0xDADFE7))
    case .good: Paint(color(0x5FD787, 0x00875F))
    case .warning: Paint(color(0xFFD75F, 0xAF5F00))
    case .bad: Paint(color(0xFF5F5F, 0xD70000))
    }
  }
}
