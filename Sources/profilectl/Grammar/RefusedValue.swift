import Model

/// A value that was typed and can't be taken, with its place.
struct RefusedValue: Error, Equatable, Sendable {
  /// As typed; bad UTF-8 is replaced.
  let input: String
  /// Where it was to go: `--limit` or `<user>`.
  let parameter: String
  let reason: ValueError

  /// Whether it is what was typed for the name of somebody a command is about.
  var isOfHandle: Bool {
    guard case .breach(let breach) = reason else { return false }
    return breach.rule == .handleCharacters && !parameter.hasPrefix("-")
  }
}
