/// The colours, weight and form of a cell's glyph.
package struct Paint: Hashable, Sendable {
  /// The weight and form of a glyph, in any combination.
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

  /// Whether a blank with this paint looks like an unpainted blank.
  var leavesBlanksBlank: Bool {
    background == .standard && flags.isDisjoint(with: [.underlined, .reversed])
  }
}

/// The escape sequence from one paint to another: SGR of ECMA-48, §8.3.117.
///
/// A picture has one of up to forty bytes in each cell. Writing into a buffer takes a third of the
/// time of appending to an array.
struct PaintChange {
  /// The longest sequence: all flags off and on, and two RGB colours.
  static let longest = 64

  private let old: Paint
  private let new: Paint

  init(from old: Paint, to new: Paint) {
    self.old = old
    self.new = new
  }

  /// Writes the sequence at `start` and returns the place after it; nothing if the paints are
  /// equal.
  func write(to room: inout MutableSpan<UInt8>, at start: Int) -> Int {
    var place = start + 2
    if old.flags != new.flags { change(&room, &place) }
    if old.foreground != new.foreground { select(new.foreground, base: 30, &room, &place) }
    if old.background != new.background { select(new.background, base: 40, &room, &place) }
    guard place > start + 2 else { return start }
    room[start] = 0x1B
    room[start + 1] = UInt8(ascii: "[")
    // Replaces the last separator.
    room[place - 1] = UInt8(ascii: "m")
    return place
  }

  private func change(_ room: inout MutableSpan<UInt8>, _ place: inout Int) {
    let weights: Paint.Flags = [.bold, .dim]
    var kept = old.flags
    if !old.flags.subtracting(new.flags).isDisjoint(with: weights) {
      add(22, &room, &place)
      kept.subtract(weights)
    }
    for (flag, on, off): (Paint.Flags, UInt8, UInt8) in [
      (.bold, 1, 22), (.dim, 2, 22), (.italic, 3, 23), (.underlined, 4, 24), (.reversed, 7, 27),
    ] {
      if new.flags.contains(flag), !kept.contains(flag) { add(on, &room, &place) }
      if kept.contains(flag), !new.flags.contains(flag) { add(off, &room, &place) }
    }
  }

  @inline(__always)
  private func select(
    _ color: Color, base: UInt8, _ room: inout MutableSpan<UInt8>, _ place: inout Int
  ) {
    let low = UInt8(color.raw & 0xFF)
    switch color.raw >> 24 {
    case 0: add(base + 9, &room, &place)
    case 1 where low < 8: add(base + low, &room, &place)
    case 1 where low < 16: add(base + 60 + low - 8, &room, &place)
    case 1:
      add(base + 8, &room, &place)
      add(5, &room, &place)
      add(low, &room, &place)
    default:
      add(base + 8, &room, &place)
      add(2, &room, &place)
      add(UInt8(color.raw >> 16 & 0xFF), &room, &place)
      add(UInt8(color.raw >> 8 & 0xFF), &room, &place)
      add(low, &room, &place)
    }
  }

  /// Writes a code and a separator.
  @inline(__always)
  private func add(_ code: UInt8, _ room: inout MutableSpan<UInt8>, _ place: inout Int) {
    let (zero, rest) = (UInt8(ascii: "0"), code % 100)
    if code >= 100 {
      room[place] = zero + code / 100
      place += 1
    }
    if code >= 10 {
      room[place] = zero + rest / 10
      place += 1
    }
    room[place] = zero + rest % 10
    room[place + 1] = UInt8(ascii: ";")
    place += 2
  }
}

extension Output {
  mutating func append(_ change: PaintChange) {
    var room = [64 of UInt8](repeating: 0)
    precondition(room.count == PaintChange.longest, "a change must fit")
    var span = room.mutableSpan
    let end = change.write(to: &span, at: 0)
    for place in 0..<end { append(room[place]) }
  }
}
