import Model

/// Why a kind of value doesn't take what was typed.
enum ValueError: Error, Equatable, Sendable {
  /// The network would not store it.
  case breach(RuleBreach)
  /// It can't be read as what it should be.
  case unreadable(ExpectedForm)
}
