/// Finds the line breaks of one paragraph, one character at a time.
struct LineBreaker {
  /// The start of the current line.
  private(set) var start: String.Index

  private let width: Int
  private var cells = 0
  private var previous: Character = " "
  /// The end of the last word, until the next word begins.
  private var wordEnd: String.Index?
  private var lastBreak: Break?
  /// The last place in the second half of the line where a long word may be broken.
  private var lastSeam: Break?

  /// A break opportunity and the number of cells before it.
  private struct Break {
    var end: String.Index
    var next: String.Index
    var cells: Int
  }

  /// `width` is at least the width of the widest character.
  init(start: String.Index, width: Int) {
    self.start = start
    self.width = width
  }

  /// Adds a character; returns the range of the current line when the character no longer fits.
  mutating func take(
    _ character: Character, at index: String.Index, width wide: Int
  ) -> Range<String.Index>? {
    defer { previous = character }
    guard character != " " else {
      if previous != " ", index > start { wordEnd = index }
      cells += 1
      return nil
    }
    if previous == " " {
      if let wordEnd { lastBreak = Break(end: wordEnd, next: index, cells: cells) }
    } else if index > start, previous.mayBreak(before: character) {
      lastBreak = Break(end: index, next: index, cells: cells)
    } else if 2 * cells >= width, previous.isSeam {
      lastSeam = Break(end: index, next: index, cells: cells)
    }
    cells += wide
    return cells > width ? breakLine(before: index, width: wide) : nil
  }

  private mutating func breakLine(
    before index: String.Index, width wide: Int
  ) -> Range<String.Index> {
    // A word longer than a whole line is broken here.
    let place =
      [lastBreak, lastSeam].compactMap(\.self).first { cells - $0.cells <= width }
      ?? Break(end: index, next: index, cells: cells - wide)
    let line = start..<place.end
    start = place.next
    cells -= place.cells
    (wordEnd, lastBreak, lastSeam) = (nil, nil, nil)
    return line
  }
}

extension Character {
  /// Whether a line may break between this character and the next, neither being a space.
  fileprivate func mayBreak(before next: Character) -> Bool {
    guard isWordOfItsOwn || next.isWordOfItsOwn else { return false }
    return !Character.closing.contains(next) && !Character.opening.contains(self)
  }

  /// Whether the first scalar alone takes two cells: an ideograph, kana, hangul or emoji.
  ///
  /// Wide clusters of other scripts are letters within a word.
  private var isWordOfItsOwn: Bool {
    guard utf8.count > 2, let first = unicodeScalars.first else { return false }
    return CellWidth.of(first) == 2
  }

  /// Whether a long word is preferably broken after this character.
  fileprivate var isSeam: Bool {
    switch unicodeScalars.first {
    case "/", "-", ".", "_", "?", "&", "=": true
    default: false
    }
  }

  /// Characters that no line may begin with: the most common ones of the classes CL, CP, EX, IS and
  /// NS of UAX #14.
  private static let closing = Set("、。，．・：；？！）］｝」』】〉》〕ー…,.:;?!)]}”’")
  /// Characters that no line may end with: the most common ones of class OP.
  private static let opening = Set("（［｛「『【〈《〔([{“‘")
}
