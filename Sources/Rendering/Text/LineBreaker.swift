/// The measured characters of a text, which can be broken into lines of several widths.
struct LineBreaker {
  /// How a line may break beside a character.
  fileprivate struct Kind: OptionSet {
    let rawValue: UInt8

    static let space = Kind(rawValue: 1)
    static let lineFeed = Kind(rawValue: 2)
    /// A word by itself: an ideograph, kana, hangul or emoji.
    static let ideograph = Kind(rawValue: 4)
    /// No line begins with it: the most common characters of the classes CL, CP, EX, IS and NS of
    /// UAX #14.
    static let closing = Kind(rawValue: 8)
    /// No line ends with it: the most common characters of class OP.
    static let opening = Kind(rawValue: 16)
    /// A long word is preferably broken after it.
    static let seam = Kind(rawValue: 32)
  }

  private struct Unit {
    /// The offset in the bytes of the text.
    let start: Int
    let cells: Int
    let kind: Kind
  }

  /// A possible break: the end of a line, the start of the next, and the cells before it.
  private struct Break {
    let end: Int
    let next: Int
    let cells: Int
  }

  private let units: [Unit]
  private let byteCount: Int

  init(_ text: SafeText) {
    byteCount = text.string.utf8.count
    var units: [Unit] = []
    if text.isASCII {
      units.reserveCapacity(byteCount)
      for byte in text.string.utf8 {
        units.append(Unit(start: units.count, cells: 1, kind: Kind(Unicode.Scalar(byte))))
      }
    } else {
      var start = 0
      for character in text.string {
        units.append(
          Unit(start: start, cells: CellWidth.of(character), kind: Kind(of: character)))
        start += character.utf8.count
      }
    }
    self.units = units
  }

  /// At most `most` lines as ranges of bytes, without the spaces at their ends.
  ///
  /// A character wider than a line counts as one cell.
  func lines(of width: Int, most: Int = .max) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var (start, cells) = (0, 0)
    var previous = Kind.space
    /// The end of the last word, until the next word begins.
    var wordEnd: Int?
    var lastBreak: Break?
    /// The last place in the second half of the line where a long word may be broken.
    var lastSeam: Break?
    func endLine(at place: Break) {
      lines.append(bytes(from: start, to: place.end))
      (start, cells) = (place.next, cells - place.cells)
      (wordEnd, lastBreak, lastSeam) = (nil, nil, nil)
    }
    for (place, unit) in units.enumerated() where lines.count < most {
      defer { previous = unit.kind }
      if unit.kind == .lineFeed {
        endLine(at: Break(end: place, next: place + 1, cells: cells))
      } else if unit.kind == .space {
        if previous != .space, place > start { wordEnd = place }
        cells += 1
      } else {
        let here = Break(end: place, next: place, cells: cells)
        if previous == .space || previous == .lineFeed {
          if let wordEnd { lastBreak = Break(end: wordEnd, next: place, cells: cells) }
        } else if place > start, LineBreaker.mayBreak(between: previous, and: unit.kind) {
          lastBreak = here
        } else if 2 * cells >= width, previous.contains(.seam) {
          lastSeam = here
        }
        cells += unit.cells > width ? 1 : unit.cells
        guard cells > width else { continue }
        func useful(_ place: Break?) -> Break? {
          place.flatMap { cells - $0.cells <= width ? $0 : nil }
        }
        // A word longer than a line is broken here.
        endLine(at: useful(lastBreak) ?? useful(lastSeam) ?? here)
      }
    }
    if lines.count < most { lines.append(bytes(from: start, to: units.count)) }
    return lines
  }

  private func bytes(from start: Int, to end: Int) -> Range<Int> {
    var end = end
    while end > start, units[end - 1].kind == .space { end -= 1 }
    return offset(start)..<offset(end)
  }

  private func offset(_ place: Int) -> Int {
    place < units.count ? units[place].start : byteCount
  }

  private static func mayBreak(between left: Kind, and right: Kind) -> Bool {
    (left.contains(.ideograph) || right.contains(.ideograph)) && !left.contains(.opening)
      && !right.contains(.closing)
  }
}

extension LineBreaker.Kind {
  fileprivate init(_ scalar: Unicode.Scalar) {
    switch scalar {
    case " ": self = .space
    case "\n": self = .lineFeed
    case "/", "-", "_", "&", "=": self = .seam
    case ".", "?": self = [.seam, .closing]
    case ",", ":", ";", "!", ")", "]", "}", "”", "’", "…": self = .closing
    case "(", "[", "{", "“", "‘": self = .opening
    case "、", "。", "，", "．", "・", "：", "；", "？", "！", "）", "］", "｝", "」", "』", "】", "〉", "》",
      "〕", "ー":
      self = [.ideograph, .closing]
    case "（", "［", "｛", "「", "『", "【", "〈", "《", "〔": self = [.ideograph, .opening]
    default: self = scalar.value > 0x7F && CellWidth.of(scalar) == 2 ? .ideograph : []
    }
  }

  /// The first scalar determines the kind: wide clusters of some scripts are letters within a word.
  fileprivate init(of character: Character) {
    let scalars = character.unicodeScalars
    self.init(scalars[scalars.startIndex])
    // A space with an accent is a letter.
    if self == .space, scalars.count > 1 { self = [] }
  }
}
