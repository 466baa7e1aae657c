/// What is different while a screen is taken.
extension Host {
  /// Runs `body` while lines come from a screen of its own and inherit these options, and signals are
  /// only noticed: whoever has the screen gives it back first.
  func onScreen<Value>(
    inheriting options: [GivenOption], _ body: () throws -> Value
  ) rethrows -> Value {
    let outer = (surface, inherited, isAtPrompt)
    (surface, inherited, isAtPrompt) = (.browser, options, true)
    settleSignals()
    defer {
      (surface, inherited, isAtPrompt) = outer
      settleSignals()
    }
    return try body()
  }
}
