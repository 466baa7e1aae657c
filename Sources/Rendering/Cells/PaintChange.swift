/// The escape sequence that turns one paint into another: SGR of ECMA-48, §8.3.117.
struct PaintChange {
  private var codes: [UInt8] = []

  init(from old: Paint, to new: Paint) {
    if old.flags != new.flags { change(from: old.flags, to: new.flags) }
    if old.foreground != new.foreground { select(new.foreground, base: 30) }
    if old.background != new.background { select(new.background, base: 40) }
  }

  func write(to output: inout Output) {
    guard !codes.isEmpty else { return }
    output.append("\u{1B}[")
    for (place, code) in codes.enumerated() {
      if place > 0 { output.append(UInt8(ascii: ";")) }
      output.append(decimal: Int(code))
    }
    output.append(UInt8(ascii: "m"))
  }

  private mutating func change(from old: Paint.Flags, to new: Paint.Flags) {
    let weights: Paint.Flags = [.bold, .dim]
    var kept = old
    if !old.subtracting(new).isDisjoint(with: weights) {
      codes.append(22)
      kept.subtract(weights)
    }
    for (flag, on, off): (Paint.Flags, UInt8, UInt8) in [
      (.bold, 1, 22), (.dim, 2, 22), (.italic, 3, 23), (.underlined, 4, 24), (.reversed, 7, 27),
    ] {
      if new.contains(flag), !kept.contains(flag) { codes.append(on) }
      if kept.contains(flag), !new.contains(flag) { codes.append(off) }
    }
  }

  private mutating func select(_ color: Color, base: UInt8) {
    let low = UInt8(color.raw & 0xFF)
    switch color.raw >> 24 {
    case 0: codes.append(base + 9)
    case 1 where low < 8: codes.append(base + low)
    case 1 where low < 16: codes.append(base + 60 + low - 8)
    case 1: codes += [base + 8, 5, low]
    default:
      codes += [base + 8, 2, UInt8(color.raw >> 16 & 0xFF), UInt8(color.raw >> 8 & 0xFF), low]
    }
  }
}
