/// Finds the word that a misspelled word probably means.
package enum SpellingSuggestion {
  /// The word most similar to `typed`; nil if no word is similar enough.
  ///
  /// A word that begins with three or more typed letters is similar. Among equally similar words,
  /// the longest common prefix wins. A single letter has no suggestion.
  package static func nearest(to typed: String, among words: some Sequence<String>) -> String? {
    let length = typed.utf8.count
    var best: (word: String, distance: Int, beginning: Int)?
    for word in words where length > 1 {
      let isBeginning = length >= 3 && word.utf8.starts(with: typed.utf8)
      let distance = isBeginning ? 1 : distance(from: typed, to: word)
      let isAlike = distance <= max(1, min(length, word.utf8.count) / 3)
      let beginning = zip(typed.utf8, word.utf8).prefix { $0 == $1 }.count
      guard isAlike else { continue }
      if let best, (best.distance, -best.beginning) <= (distance, -beginning) { continue }
      best = (word, distance, beginning)
    }
    return best?.word
  }

  /// The optimal string alignment distance in bytes: insertions, deletions, replacements and swaps
  /// of neighbours.
  ///
  /// ASCII letters compare without case.
  package static func distance(from first: String, to second: String) -> Int {
    let first = first.utf8.map(folded)
    let second = second.utf8.map(folded)
    var beforeLast = [Int](repeating: 0, count: second.count + 1)
    var last = Array(0...second.count)
    for (row, left) in first.enumerated() {
      var current = [row + 1]
      current.reserveCapacity(second.count + 1)
      for (column, right) in second.enumerated() {
        var cost = last[column] + (left == right ? 0 : 1)
        cost = min(cost, last[column + 1] + 1, current[column] + 1)
        let isSwap =
          row > 0 && column > 0 && left == second[column - 1] && first[row - 1] == right
        if isSwap { cost = min(cost, beforeLast[column - 1] + 1) }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[second.count]
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
  }
}
