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

  private var parts: [Part] = []
  /// Equal for equal parts.
  package private(set) var fingerprint: UInt = 0

  package init(capacity: Int) {
    parts.reserveCapacity(capacity)
  }

  package init(_ part: Part) {
    append(part)
  }

  package mutating func append(_ part: Part) {
    parts.append(part)
    mix(part)
  }

  package mutating func append(_ other: SQLForm) {
    parts += other.parts
    for part in other.parts { mix(part) }
  }

  private mutating func mix(_ part: Part) {
    fingerprint = (fingerprint ^ part.word) &* 0x9E37_79B9_7F4A_7C15
    fingerprint ^= fingerprint >> 32
  }

  /// How a statement names its parameters.
  package enum Parameters: Sendable {
    /// `?`
    case question
    /// `$1`, `$2` …
    case numbered
  }

  package func text(_ parameters: Parameters = .question) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32 * parts.count)
    var count = 0
    for part in parts {
      switch part {
      case .literal(let literal): literal.withUTF8Buffer { unsafe bytes += $0 }
      case .item(let literal):
        bytes += ", ".utf8
        literal.withUTF8Buffer { unsafe bytes += $0 }
      case .value:
        count += 1
        bytes += (parameters == .question ? "?" : "$\(count)").utf8
      case .number(let number): bytes += String(number).utf8
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension SQLForm: Equatable {
  package static func == (one: SQLForm, other: SQLForm) -> Bool {
    one.fingerprint == other.fingerprint && one.parts == other.parts
  }
}

extension SQLForm.Part: Equatable {
  /// Equal literals at two addresses are different forms.
  package static func == (one: Self, other: Self) -> Bool {
    switch (one, other) {
    case (.literal(let one), .literal(let other)), (.item(let one), .item(let other)):
      unsafe one.utf8Start == other.utf8Start && one.utf8CodeUnitCount == other.utf8CodeUnitCount
    case (.value, .value): true
    case (.number(let one), .number(let other)): one == other
    default: false
    }
  }

  /// Equal for equal parts.
  fileprivate var word: UInt {
    switch self {
    case .literal(let literal): unsafe UInt(bitPattern: literal.utf8Start)
    case .item(let literal): unsafe ~UInt(bitPattern: literal.utf8Start)
    case .value: 1
    case .number(let number): UInt(UInt32(bitPattern: number)) << 2 | 2
    }
  }
}
