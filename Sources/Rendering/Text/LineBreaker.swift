/// Finds where the lines of one paragraph end, told its characters one after the other.
struct LineBreaker {
  /// Where the line now being filled begins.
  private(set) var start: String.Index

  private let width: Int
  private var cells = 0
  private var previous: Character = " "
  /// Where the last word ended, until the next begins.
  private var wordEnd: String.Index?
  private var lastBreak: Break?

  /// A place where the line may be broken, and the cells that come before it.
  private struct Break {
    var end: String.Index
    var next: String.Index
    var cells: Int
  }

  /// `width` is at least that of the widest character.
  init(start: String.Index, width: Int) {
    self.start = start
    self.width = width
  }

  /// Takes in the next character; when the line is full, answers the range that it fills.
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
    }
    cells += wide
    return cells > width ? breakLine(before: index, width: wide) : nil
  }

  private mutating func breakLine(
    before index: String.Index, width wide: Int
  ) -> Range<String.Index> {
    // A word that would not fit the next line either is broken on this one.
    let between = lastBreak.flatMap { cells - $0.cells <= width ? $0 : nil }
    let place = between ?? Break(end: index, next: index, cells: cells - wide)
    let line = start..<place.end
    start = place.next
    cells -= place.cells
    (wordEnd, lastBreak) = (nil, nil)
    return line
  }
}

extension Character {
  /// Whether a line may end between this and the next, with no space there.
  fileprivate func mayBreak(before next: Character) -> Bool {
    guard isWordOfItsOwn || next.isWordOfItsOwn else { return false }
    return !Character.closing.contains(next) && !Character.opening.contains(self)
  }

  /// Whether it is an ideograph, kana, hangul or a picture: its first scalar alone takes two cells.
  ///
  /// Clusters of other scripts may be as wide, but are letters of a word.
  private var isWordOfItsOwn: Bool {
    guard utf8.count > 2, let first = unicodeScalars.first else { return false }
    return CellWidth.of(first) == 2
  }

  /// What no line begins with: the commonest of the classes CL, CP, EX, IS and NS of UAX #14.
  private static let closing = Set("、。，．・：；？！）］｝」』】〉》〕ー…,.:;?!)]}”’")
  /// What no line ends with: the commonest of its class OP.
  private static let opening = Set("（［｛「『【〈《〔([{“‘")
}
