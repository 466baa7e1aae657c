import CommandLine

/// What is different while a screen is taken.
extension Host {
  /// Runs `body` while lines come from a screen of its own and inherit these options, and signals
  /// are only noticed: whoever has the screen gives it back first.
  func onScreen<Value>(
    inheriting options: [GivenOption], _ body: () throws -> Value
  ) rethrows -> Value {
    defer { settleSignals() }
    var screen = setting
    (screen.surface, screen.inherited) = (.browser, options)
    (screen.isAtPrompt, screen.isInBrowser, screen.speaksJSON) = (true, true, false)
    return try within(screen) {
      settleSignals()
      return try body()
    }
  }
}
