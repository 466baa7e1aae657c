/// An option with a value; its constant declares it and reads its value.
///
/// `Value` is optional for an option without a default.
package struct Option<Value: Sendable>: Sendable {
  package let shape: OptionShape
  package let fallback: Value
  package let read: @Sendable (_ typed: [UInt8], _ clock: LocalClock) throws(ValueError) -> Value

  /// Help shows the default as `shown`.
  package init(
    _ name: String, short: Character? = nil, key: String? = nil, _ kind: ValueKind<Value>,
    default fallback: Value, shown: @autoclosure @escaping @Sendable () -> String,
    _ summary: String
  ) {
    shape = OptionShape(
      name: name, short: short, key: key, summary: summary,
      value: .init(kind, fallback: shown))
    self.fallback = fallback
    read = kind.read
  }

  package init(
    _ name: String, short: Character? = nil, key: String? = nil, _ kind: ValueKind<Value>,
    default fallback: Value, _ summary: String
  ) where Value == Int {
    self.init(
      name, short: short, key: key, kind, default: fallback, shown: String(fallback), summary)
  }

  package init(
    _ name: String, short: Character? = nil, key: String? = nil, _ kind: ValueKind<Value>,
    default fallback: Value, _ summary: String
  ) where Value: RawRepresentable<String> {
    self.init(
      name, short: short, key: key, kind, default: fallback, shown: fallback.rawValue, summary)
  }

  package init<Wrapped>(
    _ name: String, short: Character? = nil, key: String? = nil, _ kind: ValueKind<Wrapped>,
    _ summary: String
  ) where Value == Wrapped? {
    shape = OptionShape(
      name: name, short: short, key: key, summary: summary,
      value: .init(kind, fallback: nil))
    fallback = nil
    read = { (typed, clock) throws(ValueError) in try kind.read(typed, clock) }
  }
}

/// An option without a value: given or not.
package struct Switch: Sendable {
  package let shape: OptionShape

  package init(_ name: String, short: Character? = nil, key: String? = nil, _ summary: String) {
    shape = OptionShape(name: name, short: short, key: key, summary: summary, value: nil)
  }
}

/// An option without the type of its value, for help, completion and the parser.
package struct OptionShape: Sendable {
  /// Without the dashes.
  package let name: String
  package let short: Character?
  /// The configuration key of its default, if any.
  package let key: String?
  package let summary: String
  /// Nil for a switch, which takes no value.
  package let value: ValueShape?

  /// The value of an option: its name in help, and the values that may be typed.
  package struct ValueShape: Sendable {
    package let metavariable: String
    package let completion: Completion
    /// The allowed whole numbers; nil for other values.
    package let bounds: ClosedRange<Int>?
    package let fallback: (@Sendable () -> String)?
    package let check: @Sendable ([UInt8], LocalClock) throws(ValueError) -> Void

    init<Value>(_ kind: ValueKind<Value>, fallback: (@Sendable () -> String)?) {
      (metavariable, completion, bounds) = (kind.metavariable, kind.completion, kind.bounds)
      self.fallback = fallback
      check = { (typed, clock) throws(ValueError) in _ = try kind.read(typed, clock) }
    }
  }

  package var spelled: String { "--\(name)" }

  /// Whether the word is this option without an attached value.
  package func isTyped(_ word: String) -> Bool {
    word == spelled || short.map { word == "-\($0)" } == true
  }
}

/// A typed option, whose value is not read yet.
package struct GivenOption: Equatable, Sendable {
  /// The long name, even if the short one was typed.
  package let name: String
  /// Nil for a switch.
  package let value: [UInt8]?
  /// The word that contains the option.
  package let token: Token

  package init(name: String, value: [UInt8]?, token: Token) {
    (self.name, self.value, self.token) = (name, value, token)
  }

  /// The value as text; invalid UTF-8 is replaced.
  package var text: String? { value.map { String(decoding: $0, as: UTF8.self) } }
}
