/// Facts about one thing: each a name and a value, the values below each other.
package struct KeyValueList: View {
  /// One fact: its name and its value.
  package struct Pair: Sendable {
    var key: SafeText
    var value: SafeText

    package init(_ key: SafeText, _ value: SafeText) {
      self.key = key
      self.value = value
    }
  }

  private let pairs: [Pair]

  package init(_ pairs: [Pair]) {
    self.pairs = pairs
  }

  package func canvas(in traits: Traits) -> Canvas {
    let keyWidth = pairs.map(\.key.width).max() ?? 0
    let left = keyWidth + 2
    let isBeside = traits.width - left >= 12
    var lines: [StyledLine] = []
    for pair in pairs {
      var line = StyledLine(traits.words(pair.key), .faint)
      let room = isBeside ? traits.width - left : traits.width - 2
      if !isBeside {
        lines.append(line)
        line = StyledLine()
      }
      for text in traits.wrap(pair.value, to: max(1, room)) {
        line.pad(to: isBeside ? left : min(2, traits.width - 1))
        line.append(text)
        lines.append(line)
        line = StyledLine()
      }
      if !line.isEmpty { lines.append(line) }
    }
    return Canvas(lines, in: traits)
  }
}
