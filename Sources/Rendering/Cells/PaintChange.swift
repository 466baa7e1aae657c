/// The escape sequence that turns one paint into another: SGR of ECMA-48, §8.3.117.
///
/// A picture has one in every cell, so nothing is gathered on the way to the output.
struct PaintChange {
  private let old: Paint
  private let new: Paint

  init(from old: Paint, to new: Paint) {
    self.old = old
    self.new = new
  }

  func write(to output: inout Output) {
    var codes = Codes()
    if old.flags != new.flags { change(&codes, to: &output) }
    if old.foreground != new.foreground { select(new.foreground, base: 30, &codes, to: &output) }
    if old.background != new.background { select(new.background, base: 40, &codes, to: &output) }
    codes.end(in: &output)
  }

  /// Numbers of one sequence, which begins with the first of them.
  private struct Codes {
    private var isOpen = false

    mutating func add(_ code: UInt8, to output: inout Output) {
      if isOpen {
        output.append(UInt8(ascii: ";"))
      } else {
        output.append(0x1B)
        output.append(UInt8(ascii: "["))
      }
      isOpen = true
      output.append(decimal: Int(code))
    }

    func end(in output: inout Output) {
      if isOpen { output.append(UInt8(ascii: "m")) }
    }
  }

  private func change(_ codes: inout Codes, to output: inout Output) {
    let weights: Paint.Flags = [.bold, .dim]
    var kept = old.flags
    if !old.flags.subtracting(new.flags).isDisjoint(with: weights) {
      codes.add(22, to: &output)
      kept.subtract(weights)
    }
    for (flag, on, off): (Paint.Flags, UInt8, UInt8) in [
      (.bold, 1, 22), (.dim, 2, 22), (.italic, 3, 23), (.underlined, 4, 24), (.reversed, 7, 27),
    ] {
      if new.flags.contains(flag), !kept.contains(flag) { codes.add(on, to: &output) }
      if kept.contains(flag), !new.flags.contains(flag) { codes.add(off, to: &output) }
    }
  }

  private func select(
    _ color: Color, base: UInt8, _ codes: inout Codes, to output: inout Output
  ) {
    let low = UInt8(color.raw & 0xFF)
    switch color.raw >> 24 {
    case 0: codes.add(base + 9, to: &output)
    case 1 where low < 8: codes.add(base + low, to: &output)
    case 1 where low < 16: codes.add(base + 60 + low - 8, to: &output)
    case 1:
      codes.add(base + 8, to: &output)
      codes.add(5, to: &output)
      codes.add(low, to: &output)
    default:
      codes.add(base + 8, to: &output)
      codes.add(2, to: &output)
      codes.add(UInt8(color.raw >> 16 & 0xFF), to: &output)
      codes.add(UInt8(color.raw >> 8 & 0xFF), to: &output)
      codes.add(low, to: &output)
    }
  }
}
