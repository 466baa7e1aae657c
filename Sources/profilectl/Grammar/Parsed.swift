import Model

/// A command line taken apart by a declaration, its values still as they were typed.
struct Parsed: Sendable {
  let declaration: Declaration
  /// In the order they were typed, behind those that hold for every line of a script.
  let options: [GivenOption]
  /// How many of the options were not typed on this line.
  private let inheritedCount: Int
  let operands: [Token]
  /// What relative times count from: `--now`, else the clock.
  let now: Moment

  init(
    _ declaration: Declaration, options: [GivenOption], inheriting inherited: [GivenOption] = [],
    operands: [Token], clock: Moment
  ) throws(RefusedValue) {
    self.declaration = declaration
    self.options = inherited + options
    inheritedCount = inherited.count
    self.operands = operands
    now = try Parsed.value(of: GlobalOptions.now, among: self.options, now: clock) ?? clock
  }

  /// Whether a lone `-` was typed where it stands for standard input.
  var readsStandardInput: Bool {
    declaration.acceptsStandardInput && operands.contains(where: \.isStandardInput)
  }

  /// The last one given counts.
  func value<Value>(of option: Option<Value>) throws(RefusedValue) -> Value {
    assertDeclared(option.shape)
    return try Parsed.value(of: option, among: options, now: now)
  }

  func value(of option: Switch) -> Bool {
    assertDeclared(option.shape)
    return isGiven(option.shape)
  }

  func value<Value>(of operand: Operand<Value>) throws(RefusedValue) -> Value {
    guard
      let index = declaration.operands.firstIndex(where: { $0.name == operand.shape.name })
    else { preconditionFailure("A command reads only operands it declares.") }
    let own =
      operand.shape.count.isRepeated ? operands.dropFirst(index) : operands[index...].prefix(1)
    return try operand.read(Array(own), now)
  }

  /// Those typed on this very line.
  var ownOptions: ArraySlice<GivenOption> { options[inheritedCount...] }

  func isGiven(_ option: OptionShape) -> Bool {
    lastGiven(of: [option]) != nil
  }

  /// The last one typed among `choices`.
  func lastGiven(of choices: [OptionShape]) -> GivenOption? {
    options.last { given in choices.contains { $0.name == given.name } }
  }

  private static func value<Value>(
    of option: Option<Value>, among options: [GivenOption], now: Moment
  ) throws(RefusedValue) -> Value {
    guard let typed = options.last(where: { $0.name == option.shape.name })?.value else {
      return option.fallback
    }
    do throws(ValueError) {
      return try option.read(typed, now)
    } catch {
      throw RefusedValue(
        input: String(decoding: typed, as: UTF8.self), parameter: option.shape.spelled,
        reason: error)
    }
  }

  private func assertDeclared(_ option: OptionShape) {
    assert(
      (declaration.options + GlobalOptions.shapes).contains { $0.name == option.name },
      "A command reads only options it declares.")
  }
}
