import CTerminal
import Glibc

/// The environment variables of this process.
package struct Environment: Sendable {
  /// A variable that is not valid UTF-8.
  package struct NotText: Error, Equatable, Sendable {
    package let name: String
  }

  /// Values that override all others.
  private var overrides: [String: String]?

  /// The variables of this process, read on demand.
  package init() {}

  /// The value of a variable; nil if it is unset or empty.
  package func value(_ name: String) throws(NotText) -> String? {
    let text = try text(name)
    return text == "" ? nil : text
  }

  /// Whether the variable is set to the empty string.
  package func isEmpty(_ name: String) throws(NotText) -> Bool {
    try text(name) == ""
  }

  /// Whether the variable is set for this process, even to an empty value.
  package static func isOwn(_ name: String) -> Bool {
    unsafe getenv(name) != nil
  }

  /// A copy with these values; an empty value counts as unset.
  package func overriding(_ overrides: [String: String]) -> Environment {
    var environment = self
    environment.overrides = overrides
    return environment
  }

  /// A copy that keeps the variable, which is removed from the environment of child processes.
  package func keepingToItself(_ name: String) throws(NotText) -> Environment {
    guard let value = try value(name) else { return self }
    unsafe unsetenv(name)
    return overriding((overrides ?? [:]).merging([name: value]) { $1 })
  }

  private func text(_ name: String) throws(NotText) -> String? {
    if let value = overrides?[name] { return value }
    return try Environment.ownValue(name)
  }

  /// Expands a leading `~/`.
  ///
  /// Shells don't expand it after `--option=`, and the prompt has no shell.
  package func path(_ typed: String) -> String {
    guard typed == "~" || typed.hasPrefix("~/"), let home = try? value("HOME") else { return typed }
    return home + typed.dropFirst()
  }

  /// Copies the string that getenv(3) returns.
  private static func ownValue(_ name: String) throws(NotText) -> String? {
    guard let lent = unsafe getenv(name) else { return nil }
    guard let text = unsafe String(validatingCString: lent) else { throw NotText(name: name) }
    return text
  }
}

/// The system's clock and the user's time zone.
package enum Clock {
  /// Microseconds since 1970-01-01T00:00:00Z.
  package static func now() -> Int64 {
    cterminal_now()
  }

  /// The seconds that local time is ahead of UTC at that instant, by `TZ` or the system's zone.
  package static func offset(atMicroseconds instant: Int64) -> Int {
    let (quotient, remainder) = instant.quotientAndRemainder(dividingBy: 1_000_000)
    return Int(cterminal_utc_offset(remainder < 0 ? quotient - 1 : quotient))
  }
}
