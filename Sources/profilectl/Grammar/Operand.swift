import Model

/// A value given by its place, declared once as a constant and read by that constant.
///
/// `Value` is what a command gets: optional for an operand that may be left out, `Items` for one
/// that is repeated.
struct Operand<Value: Sendable>: Sendable {
  let shape: OperandShape
  let read: @Sendable (_ typed: [Token], _ now: Moment) throws(RefusedValue) -> Value

  init(_ kind: ValueKind<Value>, named name: String? = nil, _ summary: String) {
    let shape = OperandShape(
      name: name ?? kind.metavariable, count: .one, acceptsStandardInput: false,
      summary: summary, completion: kind.completion)
    self.shape = shape
    read = { (typed, now) throws(RefusedValue) in
      guard let token = typed.first else {
        preconditionFailure("The parser counts operands before they are read.")
      }
      return try Item(token.bytes, kind, parameter: shape.spelled, now: now).value.get()
    }
  }

  /// Nil too where `-` was typed and is accepted: see `Parsed.readsStandardInput`.
  init<Wrapped>(
    optional kind: ValueKind<Wrapped>, named name: String? = nil, standardInput: Bool = false,
    _ summary: String
  ) where Value == Wrapped? {
    let shape = OperandShape(
      name: name ?? kind.metavariable, count: .optional, acceptsStandardInput: standardInput,
      summary: summary, completion: kind.completion)
    self.shape = shape
    read = { (typed, now) throws(RefusedValue) in
      guard let token = typed.first, !(standardInput && token.isStandardInput) else { return nil }
      return try Item(token.bytes, kind, parameter: shape.spelled, now: now).value.get()
    }
  }

  /// One or more.
  init<Wrapped>(
    many kind: ValueKind<Wrapped>, named name: String? = nil, standardInput: Bool = false,
    _ summary: String
  ) where Value == Items<Wrapped> {
    self.init(.oneOrMore, kind, named: name, standardInput: standardInput, summary)
  }

  /// As many as are typed, or none.
  init<Wrapped>(
    any kind: ValueKind<Wrapped>, named name: String? = nil, _ summary: String
  ) where Value == Items<Wrapped> {
    self.init(.any, kind, named: name, standardInput: false, summary)
  }

  private init<Wrapped>(
    _ count: OperandShape.Count, _ kind: ValueKind<Wrapped>, named name: String?,
    standardInput: Bool, _ summary: String
  ) where Value == Items<Wrapped> {
    let shape = OperandShape(
      name: name ?? kind.metavariable, count: count, acceptsStandardInput: standardInput,
      summary: summary, completion: kind.completion)
    self.shape = shape
    read = { (typed, now) throws(RefusedValue) in
      Items(typed, kind, of: shape, now: now)
    }
  }
}
