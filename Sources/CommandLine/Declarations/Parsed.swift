package import Model

/// A parsed command line; its values are not read yet.
package struct Parsed: Sendable {
  package let declaration: Declaration
  /// The inherited options, then the typed ones in order.
  package let options: [GivenOption]
  private let inheritedCount: Int
  private let defaults: [GivenOption]
  package let operands: [Token]
  /// The clock for relative times; `--now` sets it.
  private let clock: LocalClock

  package var now: Moment { clock.now }

  package init(
    _ declaration: Declaration, options: [GivenOption], inheriting inherited: [GivenOption] = [],
    defaults: [GivenOption] = [], operands: [Token], clock: LocalClock
  ) throws(RefusedValue) {
    self.declaration = declaration
    self.options = inherited + options
    inheritedCount = inherited.count
    self.defaults = Parsed.allowed(defaults, beside: self.options, of: declaration)
    self.operands = operands
    let now = try Parsed.value(of: GlobalOptions.now, among: self.options, clock)
    self.clock = LocalClock(now: now ?? clock.now, offset: clock.offset)
  }

  /// Whether `-` was typed for standard input.
  package var readsStandardInput: Bool {
    declaration.standardInputPlace.map { operands.dropFirst($0).contains(where: \.isStandardInput) }
      ?? false
  }

  /// The value of the last given option.
  package func value<Value>(of option: Option<Value>) throws(RefusedValue) -> Value {
    assertDeclared(option.shape)
    return try Parsed.value(of: option, among: defaults + options, clock)
  }

  package func value(of option: Switch) -> Bool {
    assertDeclared(option.shape)
    return isSet(option.shape)
  }

  package func value<Value>(of operand: Operand<Value>) throws(RefusedValue) -> Value {
    guard
      let index = declaration.operands.firstIndex(where: { $0.name == operand.shape.name })
    else { preconditionFailure("A command reads only operands it declares.") }
    let own = operands.dropFirst(index).prefix(operand.shape.count.isRepeated ? .max : 1)
    return try operand.read(Array(own), clock)
  }

  /// Whether the command declares an option; false for a global option.
  package func declares(_ option: OptionShape) -> Bool {
    declaration.options.contains { $0.name == option.name }
  }

  /// The options of this line.
  package var ownOptions: ArraySlice<GivenOption> { options[inheritedCount...] }

  package func isGiven(_ option: OptionShape) -> Bool {
    lastGiven(of: [option]) != nil
  }

  /// Whether the line or the configuration gives a value.
  package func isSet(_ option: OptionShape) -> Bool {
    isGiven(option) || defaults.contains { $0.name == option.name }
  }

  /// The last given option among `choices`.
  package func lastGiven(of choices: [OptionShape]) -> GivenOption? {
    options.last { given in choices.contains { $0.name == given.name } }
  }

  /// The defaults that no given option excludes.
  private static func allowed(
    _ defaults: [GivenOption], beside options: [GivenOption], of declaration: Declaration
  ) -> [GivenOption] {
    if defaults.isEmpty { return [] }
    let given = Set(options.map(\.name))
    return defaults.filter { fallback in
      !declaration.exclusions.contains { names in
        names.contains(fallback.name) && !given.isDisjoint(with: names)
      }
    }
  }

  private static func value<Value>(
    of option: Option<Value>, among options: [GivenOption],
    _ clock: LocalClock
  ) throws(RefusedValue) -> Value {
    guard let typed = options.last(where: { $0.name == option.shape.name })?.value else {
      return option.fallback
    }
    do throws(ValueError) {
      return try option.read(typed, clock)
    } catch {
      throw RefusedValue(
        input: String(decoding: typed, as: UTF8.self), parameter: option.shape.spelled,
        reason: error)
    }
  }

  private func assertDeclared(_ option: OptionShape) {
    assert(
      declares(option) || GlobalOptions.shapes.contains { $0.name == option.name },
      "A command reads only options it declares.")
  }
}

/// The requested format and fields.
extension Parsed {
  /// `--json` means `--format json`; the last of both wins.
  package func format() throws(RefusedValue) -> OutputFormat? {
    guard let given = lastGiven(of: [GlobalOptions.format.shape, GlobalOptions.json.shape]) else {
      return nil
    }
    guard let typed = given.value else { return .json }
    let kind = ValueKind.choice(declaration.formats, "format")
    return try Item(typed, kind, parameter: GlobalOptions.format.shape.spelled, clock: clock)
      .value.get()
  }

  package func fields() throws(RefusedValue) -> [String]? {
    guard let given = lastGiven(of: [GlobalOptions.fields.shape]), let typed = given.value else {
      return nil
    }
    let known = declaration.fields
    let kind = ValueKind<[String]>("fields") { (typed, clock) throws(ValueError) in
      if known.isEmpty { throw .unreadable(.noFields) }
      let chosen = try ValueKind.fields.read(typed, clock)
      if let stranger = chosen.first(where: { !known.contains($0) }) {
        let others = known.filter { !chosen.contains($0) }
        let nearest = SpellingSuggestion.nearest(to: stranger, among: others)
        throw .unreadable(.field(typed: stranger, known: known, nearest: nearest))
      }
      if let twice = chosen.indices.first(where: { chosen[..<$0].contains(chosen[$0]) }) {
        throw .unreadable(.fieldTwice(chosen[twice]))
      }
      return chosen
    }
    return try Item(typed, kind, parameter: GlobalOptions.fields.shape.spelled, clock: clock)
      .value.get()
  }
}
