/// The escape sequence that turns one paint into another: SGR of ECMA-48, §8.3.117.
struct PaintChange {
  private let old: Paint
  private let new: Paint

  init(from old: Paint, to new: Paint) {
    self.old = old
    self.new = new
  }

  func write(to output: inout Output) {
    var codes = PaintCodes()
    if old.flags != new.flags { change(&codes) }
    if old.foreground != new.foreground { select(new.foreground, base: 30, &codes) }
    if old.background != new.background { select(new.background, base: 40, &codes) }
    codes.end()
    output.append(codes)
  }

  private func change(_ codes: inout PaintCodes) {
    let weights: Paint.Flags = [.bold, .dim]
    var kept = old.flags
    if !old.flags.subtracting(new.flags).isDisjoint(with: weights) {
      codes.add(22)
      kept.subtract(weights)
    }
    for (flag, on, off): (Paint.Flags, UInt8, UInt8) in [
      (.bold, 1, 22), (.dim, 2, 22), (.italic, 3, 23), (.underlined, 4, 24), (.reversed, 7, 27),
    ] {
      if new.flags.contains(flag), !kept.contains(flag) { codes.add(on) }
      if kept.contains(flag), !new.flags.contains(flag) { codes.add(off) }
    }
  }

  private func select(_ color: Color, base: UInt8, _ codes: inout PaintCodes) {
    let low = UInt8(color.raw & 0xFF)
    switch color.raw >> 24 {
    case 0: codes.add(base + 9)
    case 1 where low < 8: codes.add(base + low)
    case 1 where low < 16: codes.add(base + 60 + low - 8)
    case 1:
      codes.add(base + 8)
      codes.add(5)
      codes.add(low)
    default:
      codes.add(base + 8)
      codes.add(2)
      codes.add(UInt8(color.raw >> 16 & 0xFF))
      codes.add(UInt8(color.raw >> 8 & 0xFF))
      codes.add(low)
    }
  }
}
