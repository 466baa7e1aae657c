import Model

/// An option with a value, declared once as a constant and read by that constant.
///
/// `Value` is what a command gets: optional where nothing stands in for an option not given.
struct Option<Value: Sendable>: Sendable {
  let shape: OptionShape
  let fallback: Value
  let read: @Sendable (_ typed: [UInt8], _ now: Moment) throws(ValueError) -> Value

  /// `shown` is how help writes the fallback, where its own description won't do.
  init(
    _ name: String, short: Character? = nil, _ kind: ValueKind<Value>, default fallback: Value,
    shown: String? = nil, _ summary: String
  ) {
    shape = OptionShape(
      name: name, short: short, summary: summary,
      value: .init(
        metavariable: kind.metavariable, completion: kind.completion,
        fallback: { shown ?? "\(fallback)" }))
    self.fallback = fallback
    read = kind.read
  }

  init<Wrapped>(
    _ name: String, short: Character? = nil, _ kind: ValueKind<Wrapped>, _ summary: String
  ) where Value == Wrapped? {
    shape = OptionShape(
      name: name, short: short, summary: summary,
      value: .init(
        metavariable: kind.metavariable, completion: kind.completion, fallback: nil))
    fallback = nil
    read = { (typed, now) throws(ValueError) in try kind.read(typed, now) }
  }
}
