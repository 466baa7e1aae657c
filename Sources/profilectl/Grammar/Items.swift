import Model

/// The values of a repeated operand: typed, or to be read from standard input.
struct Items<Value: Sendable>: Sendable {
  /// Empty where standard input is to be read.
  let typed: [Item<Value>]
  let readsStandardInput: Bool
  private let parameter: String
  private let judge: @Sendable ([UInt8], _ line: Int?) -> Item<Value>

  init(_ tokens: [Token], _ kind: ValueKind<Value>, of shape: OperandShape, now: Moment) {
    parameter = shape.spelled
    judge = { Item($0, kind, parameter: shape.spelled, line: $1, now: now) }
    readsStandardInput = shape.acceptsStandardInput && tokens.contains(where: \.isStandardInput)
    typed = readsStandardInput ? [] : tokens.map { [judge] in judge($0.bytes, nil) }
  }

  /// The values that were typed, or the first refusal among them.
  func values() throws(RefusedValue) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(typed.count)
    for item in typed { values.append(try item.value.get()) }
    return values
  }

  /// The item on a line of standard input that was too long to be kept.
  func item(onLineTooLong limit: Int, number: Int) -> Item<Value> {
    Item(
      refused: RefusedValue(
        input: "", parameter: parameter, reason: .unreadable(.line(limit: limit))),
      line: number)
  }

  /// The item on a line of standard input; nil for a blank line or a `#` comment.
  ///
  /// It ends at the first tab, so that the lists this program prints can be read back.
  func item(onLine line: [UInt8], number: Int) -> Item<Value>? {
    let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    var word = line.drop(while: isBlank).prefix { $0 != UInt8(ascii: "\t") }
    while let last = word.last, isBlank(last) { word.removeLast() }
    if word.isEmpty || word.first == UInt8(ascii: "#") { return nil }
    return judge(Array(word), number)
  }
}
