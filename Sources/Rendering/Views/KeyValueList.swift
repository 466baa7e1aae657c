/// Names with aligned values.
package struct KeyValueList: View {
  package struct Pair: Sendable {
    var key: SafeText
    var value: SafeText

    package init(_ key: SafeText, _ value: SafeText) {
      (self.key, self.value) = (key, value)
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

extension KeyValueList {
  /// The keys and values of a record; times are as for programs, and numbers on a terminal have
  /// units or grouped digits.
  package init(facts record: Record, in traits: Traits) {
    self.init(record) { key, value in
      switch value {
      case .null: return nil
      case .string(let text): return SafeText(text)
      case .time(let moment): return SafeText(Timestamp.utc(moment))
      case .integer(let number) where traits.isTerminal && isSize(key):
        let size = Magnitude.size(Int(number))
        // The key names the unit.
        return SafeText(size.hasSuffix(" bytes") ? String(size.dropLast(6)) : size)
      case .integer(let number) where traits.isTerminal:
        return SafeText(Magnitude.exact(Int(number)))
      default:
        var output = Output()
        JSONText.write(value, to: &output)
        return SafeText(output.text)
      }
    }
  }

  /// The keys and values of a record, formatted as in tables.
  package init(_ record: Record, in traits: Traits) {
    self.init(record) { $1.text(in: traits) }
  }

  /// Omits values without text.
  private init(_ record: Record, text: (_ key: String, JSONValue) -> SafeText?) {
    self.init(
      zip(record.keys, record.values).compactMap { key, value in
        let words = String(key.map { $0 == "_" ? " " : $0 })
        return text(key, value).map { Pair(SafeText(words), $0) }
      })
  }
}

/// Whether the values of a key are bytes.
private func isSize(_ key: String) -> Bool {
  key.hasSuffix("bytes")
}
