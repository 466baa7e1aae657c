/// Something to say, and when it is believable.
struct Timely<Value: Sendable>: Sendable {
  let value: Value
  let season: Season

  /// Reads a piece of a sheet, at whose end a mark may say when: `first frost [10-11]`.
  init(_ piece: Substring, _ value: (Substring) -> Value) {
    guard piece.hasSuffix("]"), let open = piece.lastIndex(of: "[") else {
      self.value = value(piece)
      season = Season("")
      return
    }
    var words = piece[..<open]
    while words.last == " " { words.removeLast() }
    self.value = value(words)
    season = Season(piece[piece.index(after: open)...].dropLast())
  }
}

extension Dice {
  /// Tries before all of a list is looked through.
  private static var patience: Int { 1_000 }

  /// One of those that can be said on a day, of which there must be one.
  ///
  /// Most can be said at any time: to throw again is faster than to look through all of them.
  mutating func pick<Value>(_ list: [Timely<Value>], on day: LocalDay?) -> Value {
    for _ in 0..<Dice.patience {
      let place = below(list.count)
      if list[place].season.contains(day) { return list[place].value }
    }
    let fitting = list.filter { $0.season.contains(day) }
    guard !fitting.isEmpty else { preconditionFailure("Nothing can be said on that day") }
    return fitting[below(fitting.count)].value
  }
}
