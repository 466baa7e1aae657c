/// Finds where the lines of one paragraph end, told its characters one after the other.
struct LineBreaker {
  /// Where the line now being filled begins.
  private(set) var start: String.Index

  private let width: Int
  private var cells = 0
  private var previousIsSpace = false
  private var previousIsWide = false
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
    guard character != " " else {
      if !previousIsSpace, index > start { wordEnd = index }
      (previousIsSpace, previousIsWide) = (true, false)
      cells += 1
      return nil
    }
    if previousIsSpace {
      if let wordEnd { lastBreak = Break(end: wordEnd, next: index, cells: cells) }
    } else if previousIsWide || wide == 2, index > start {
      lastBreak = Break(end: index, next: index, cells: cells)
    }
    (previousIsSpace, previousIsWide) = (false, wide == 2)
    cells += wide
    return cells > width ? breakLine(before: index, width: wide) : nil
  }

  private mutating func breakLine(
    before index: String.Index, width wide: Int
  ) -> Range<String.Index> {
    let place = lastBreak ?? Break(end: index, next: index, cells: cells - wide)
    let line = start..<place.end
    start = place.next
    cells -= place.cells
    (wordEnd, lastBreak) = (nil, nil)
    return line
  }
}
