/// The text of a statement as parts.
///
/// A literal is identified by its address in the program, so a cached statement is found without
/// building its text.
package struct SQLForm: Sendable {
  package enum Part: Sendable {
    case literal(StaticString)
    /// A literal in a list, after a comma.
    case item(StaticString)
    /// A parameter.
    case value
    case number(Int32)
  }

  package var parts: [Part] = []

  /// How a statement names its parameters.
  package enum Parameters: Sendable {
    /// `?`
    case question
    /// `$1`, `$2` …
    case numbered
  }

  package func text(_ parameters: Parameters = .question) -> String {
    var text = ""
    var count = 0
    for part in parts {
      switch part {
      case .literal(let literal): text += literal.description
      case .item(let literal): text += ", \(literal)"
      case .value:
        count += 1
        text += parameters == .question ? "?" : "$\(count)"
      case .number(let number): text += String(number)
      }
    }
    return text
  }
}

extension SQLForm: Hashable {
  package func hash(into hasher: inout Hasher) {
    hasher.combine(parts.count)
    hasher.combine(parts.last?.word)
  }
}

extension SQLForm.Part: Equatable {
  /// Equal literals at two addresses are different forms.
  package static func == (one: Self, other: Self) -> Bool { one.word == other.word }

  fileprivate var word: UInt {
    switch self {
    case .literal(let literal): unsafe UInt(bitPattern: literal.utf8Start)
    case .item(let literal): unsafe ~UInt(bitPattern: literal.utf8Start)
    case .value: 1
    case .number(let number): UInt(UInt32(bitPattern: number)) << 2 | 2
    }
  }
}
