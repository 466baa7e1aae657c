/// Characters of one row in one `text` element, over a known number of cells.
struct SVGRun {
  /// How characters fill their cells.
  enum Spacing {
    /// All characters have the same width; SVG adjusts the spaces between them.
    case even
    /// Some characters change with their neighbours; SVG scales the whole text.
    case shaped
    /// One emoji, centred in two cells.
    case single
  }

  private(set) var x: Int
  let paint: Paint
  private(set) var text: SafeText
  private(set) var spacing: Spacing
  private(set) var width: Int
  private let isWide: Bool

  init(_ character: Character, width: Int, x: Int, _ paint: Paint) {
    self.x = x
    self.paint = SVGRun.ink(paint)
    self.width = width
    isWide = width == 2
    text = SafeText(String(character))
    spacing = Self.spacing(of: character, width: width)
  }

  /// Appends a character of the same paint, width and kind of spacing; false for others.
  mutating func add(_ character: Character, width: Int, _ paint: Paint) -> Bool {
    let other = Self.spacing(of: character, width: width)
    guard SVGRun.ink(paint) == self.paint, (width == 2) == isWide, spacing != .single,
      other != .single
    else {
      return false
    }
    if other == .shaped { spacing = .shaped }
    text = text + SafeText(String(character))
    self.width += width
    return true
  }

  /// The paint without the background, which is drawn below all runs.
  private static func ink(_ paint: Paint) -> Paint {
    paint.flags.contains(.reversed) ? paint : Paint(paint.foreground, paint.flags)
  }

  /// The run without spaces at its ends; nil if nothing else remains.
  var trimmed: SVGRun? {
    var run = self
    var letters = text.string[...]
    while letters.first == " " {
      letters = letters.dropFirst()
      run.x += 1
      run.width -= 1
    }
    while letters.last == " " {
      letters = letters.dropLast()
      run.width -= 1
    }
    run.text = text[letters.startIndex..<letters.endIndex]
    return letters.isEmpty ? nil : run
  }

  /// Whether the first letter belongs to a right-to-left script.
  var isRightToLeft: Bool {
    for scalar in text.string.unicodeScalars where scalar.properties.isAlphabetic {
      switch scalar.value {
      case 0x590..<0x900, 0xFB1D..<0xFE00, 0xFE70..<0xFF00, 0x10800..<0x11000, 0x1E800..<0x1F000:
        return true
      default: return false
      }
    }
    return false
  }

  private static func spacing(of character: Character, width: Int) -> Spacing {
    guard let first = character.unicodeScalars.first?.value else { return .even }
    if width == 2 {
      let isLetter = (0x1100..<0x1F000).contains(first) && !(0x2190..<0x2E80).contains(first)
      return isLetter || first >= 0x20000 ? .even : .single
    }
    return first < 0x530 || (0x1E00..<0x2E80).contains(first) ? .even : .shaped
  }
}
