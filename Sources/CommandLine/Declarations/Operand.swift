/// An operand; its constant declares it and reads its value.
///
/// `Value` is optional for an optional operand, and `Items` for a repeated one.
package struct Operand<Value: Sendable>: Sendable {
  package let shape: OperandShape
  package let read: @Sendable (_ typed: [Token], _ clock: LocalClock) throws(RefusedValue) -> Value

  package init(_ kind: ValueKind<Value>, named name: String? = nil, _ summary: String) {
    let shape = OperandShape(
      name: name ?? kind.metavariable, count: .one, acceptsStandardInput: false,
      summary: summary, completion: kind.completion)
    self.shape = shape
    read = { (typed, clock) throws(RefusedValue) in
      guard let token = typed.first else {
        preconditionFailure("The parser counts operands before they are read.")
      }
      return try Item(token.bytes, kind, parameter: shape.spelled, clock: clock).value.get()
    }
  }

  /// The value is also nil for `-` if it means standard input; see `Parsed.readsStandardInput`.
  package init<Wrapped>(
    optional kind: ValueKind<Wrapped>, named name: String? = nil, standardInput: Bool = false,
    _ summary: String
  ) where Value == Wrapped? {
    let shape = OperandShape(
      name: name ?? kind.metavariable, count: .optional, acceptsStandardInput: standardInput,
      summary: summary, completion: kind.completion)
    self.shape = shape
    read = { (typed, clock) throws(RefusedValue) in
      guard let token = typed.first, !(standardInput && token.isStandardInput) else { return nil }
      return try Item(token.bytes, kind, parameter: shape.spelled, clock: clock).value.get()
    }
  }

  /// One or more.
  package init<Wrapped>(
    many kind: ValueKind<Wrapped>, named name: String? = nil, standardInput: Bool = false,
    _ summary: String
  ) where Value == Items<Wrapped> {
    self.init(.oneOrMore, kind, named: name, standardInput: standardInput, summary)
  }

  /// As many as are typed, or none.
  package init<Wrapped>(
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
    read = { (typed, clock) throws(RefusedValue) in
      Items(typed, kind, of: shape, clock: clock)
    }
  }
}

/// An operand without the type of its value, for help, completion and the parser.
package struct OperandShape: Sendable {
  /// The number of words that the operand takes.
  package enum Count: Sendable {
    case one, optional, oneOrMore, any

    package var isRepeated: Bool { self == .oneOrMore || self == .any }
    package var isRequired: Bool { self == .one || self == .oneOrMore }
  }

  /// Without the brackets; unique in its command.
  package let name: String
  package let count: Count
  package let acceptsStandardInput: Bool
  package let summary: String
  package let completion: Completion

  package var spelled: String { "<\(name)>" }
}

/// The values of a repeated operand, typed or from standard input.
package struct Items<Value: Sendable>: Sendable {
  /// Empty if `readsStandardInput`.
  package let typed: [Item<Value>]
  package let readsStandardInput: Bool
  private let parameter: String
  private let check: @Sendable ([UInt8], _ line: Int?) -> Item<Value>

  package init(
    _ tokens: [Token], _ kind: ValueKind<Value>, of shape: OperandShape, clock: LocalClock
  ) {
    parameter = shape.spelled
    check = { Item($0, kind, parameter: shape.spelled, line: $1, clock: clock) }
    readsStandardInput = shape.acceptsStandardInput && tokens.contains(where: \.isStandardInput)
    typed = readsStandardInput ? [] : tokens.map { [check] in check($0.bytes, nil) }
  }

  /// The typed values; throws the first refusal.
  package func values() throws(RefusedValue) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(typed.count)
    for item in typed { values.append(try item.value.get()) }
    return values
  }

  /// The refused item of a line of standard input that was too long.
  package func item(onLineTooLong limit: Int, number: Int) -> Item<Value> {
    Item(
      refused: RefusedValue(
        input: "", parameter: parameter, reason: .unreadable(.line(limit: limit))),
      line: number)
  }

  /// The item of a line of standard input; nil for a blank line or a `#` comment.
  ///
  /// It ends at the first tab, so that the lists of this program can be read.
  package func item(onLine line: [UInt8], number: Int) -> Item<Value>? {
    let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    var word = line.drop(while: isBlank).prefix { $0 != UInt8(ascii: "\t") }
    while let last = word.last, isBlank(last) { word.removeLast() }
    if word.isEmpty || word.first == UInt8(ascii: "#") { return nil }
    return check(Array(word), number)
  }
}

/// One value of a repeated operand, with its text.
///
/// It keeps the refusal of a wrong value, so that `--keep-going` can refuse it alone.
package struct Item<Value: Sendable>: Sendable {
  package let input: String
  package let value: ReadValue<Value>
  /// The line of standard input, counted from 1; nil if it was typed.
  package let line: Int?

  package init(
    _ typed: [UInt8], _ kind: ValueKind<Value>, parameter: String, line: Int? = nil,
    clock: LocalClock
  ) {
    let input = String(decoding: typed, as: UTF8.self)
    (self.input, self.line) = (input, line)
    do throws(ValueError) {
      value = .success(try kind.read(typed, clock))
    } catch {
      value = .failure(RefusedValue(input: input, parameter: parameter, reason: error))
    }
  }
}

extension Item {
  package init(refused: RefusedValue, line: Int) {
    (input, value, self.line) = (refused.input, .failure(refused), line)
  }
}

extension Item: Equatable where Value: Equatable {}

/// A value, or why it was refused.
///
/// `Result` would make the Swift runtime search all conformances at each start.
package enum ReadValue<Value: Sendable>: Sendable {
  case success(Value)
  case failure(RefusedValue)

  package func get() throws(RefusedValue) -> Value {
    switch self {
    case .success(let value): return value
    case .failure(let error): throw error
    }
  }
}

extension ReadValue: Equatable where Value: Equatable {}
