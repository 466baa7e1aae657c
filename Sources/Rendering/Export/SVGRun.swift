/// Letters of one row that are drawn together, over a known number of cells.
struct SVGRun {
  /// How letters come to fill their cells.
  enum Spacing {
    /// All letters are equally wide: a little room between them is enough.
    case even
    /// Some change with their neighbours: they are stretched as a whole.
    case shaped
    /// One picture in two cells, in the middle of both.
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
    self.paint = paint
    self.width = width
    isWide = width == 2
    text = SafeText(String(character))
    spacing = Self.spacing(of: character, width: width)
  }

  /// Takes another letter in, if it is of the same kind.
  mutating func add(_ character: Character, width: Int, _ paint: Paint) -> Bool {
    let other = Self.spacing(of: character, width: width)
    guard paint == self.paint, (width == 2) == isWide, spacing != .single, other != .single else {
      return false
    }
    if other == .shaped { spacing = .shaped }
    text = text + SafeText(String(character))
    self.width += width
    return true
  }

  /// Without blanks at its ends; nil if there is nothing else.
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

  /// Whether the first letter that has a direction goes from right to left.
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
