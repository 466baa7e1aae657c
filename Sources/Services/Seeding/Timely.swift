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
  /// One of those that can be said on a day, of which there must be one.
  mutating func pick<Value>(_ list: [Timely<Value>], on day: LocalDay?) -> Value {
    var left = below(list.count { $0.season.contains(day) })
    for choice in list where choice.season.contains(day) {
      if left == 0 { return choice.value }
      left -= 1
    }
    preconditionFailure("Nothing can be said on that day")
  }
}
