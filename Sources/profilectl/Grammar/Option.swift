import Model

/// An option with a value, declared once as a constant and read by that constant.
///
/// `Value` is what a command gets: optional where nothing stands in for an option not given.
struct Option<Value: Sendable>: Sendable {
  let shape: OptionShape
  let fallback: Value
  let read: @Sendable (_ typed: [UInt8], _ now: Moment) throws(ValueError) -> Value

  /// `shown` is how help writes the fallback.
  init(
    _ name: String, short: Character? = nil, _ kind: ValueKind<Value>, default fallback: Value,
    shown: @autoclosure @escaping @Sendable () -> String, _ summary: String
  ) {
    shape = OptionShape(
      name: name, short: short, summary: summary,
      value: .init(
        metavariable: kind.metavariable, completion: kind.completion, bounds: kind.bounds,
        fallback: shown))
    self.fallback = fallback
    read = kind.read
  }

  init(
    _ name: String, short: Character? = nil, _ kind: ValueKind<Value>, default fallback: Value,
    _ summary: String
  ) where Value == Int {
    self.init(
      name, short: short, kind, default: fallback, shown: String(fallback), summary)
  }

  init(
    _ name: String, short: Character? = nil, _ kind: ValueKind<Value>, default fallback: Value,
    _ summary: String
  ) where Value: RawRepresentable<String> {
    self.init(
      name, short: short, kind, default: fallback, shown: fallback.rawValue, summary)
  }

  init<Wrapped>(
    _ name: String, short: Character? = nil, _ kind: ValueKind<Wrapped>, _ summary: String
  ) where Value == Wrapped? {
    shape = OptionShape(
      name: name, short: short, summary: summary,
      value: .init(
        metavariable: kind.metavariable, completion: kind.completion, bounds: kind.bounds,
        fallback: nil))
    fallback = nil
    read = { (typed, now) throws(ValueError) in try kind.read(typed, now) }
  }
}
