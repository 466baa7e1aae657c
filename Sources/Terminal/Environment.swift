import Glibc

/// The variables this process was started with, or a fixed set of them.
package struct Environment: Sendable {
  /// A variable that can't be taken as text.
  package struct NotText: Error, Equatable, Sendable {
    package let name: String
  }

  private let fixed: [String: String]?

  /// The variables of this process, read when they are asked for.
  package init() {
    fixed = nil
  }

  /// These variables and no others.
  package init(_ variables: [String: String]) {
    fixed = variables
  }

  /// Nil if the variable is unset or empty: next to nothing this program reads tells the two apart.
  package func value(_ name: String) throws(NotText) -> String? {
    let text = try text(name)
    return text == "" ? nil : text
  }

  /// Whether it is set to nothing.
  package func isEmpty(_ name: String) throws(NotText) -> Bool {
    try text(name) == ""
  }

  private func text(_ name: String) throws(NotText) -> String? {
    if let fixed { return fixed[name] }
    return try Environment.ownValue(name)
  }

  /// A path with the home folder in the place of a `~/` at its beginning, if there is one: shells
  /// leave that as it is behind `--option=`, and a prompt has no shell.
  package func path(_ typed: String) -> String {
    guard typed == "~" || typed.hasPrefix("~/"), let home = try? value("HOME") else { return typed }
    return home + typed.dropFirst()
  }

  /// Copies what `getenv` lends.
  private static func ownValue(_ name: String) throws(NotText) -> String? {
    guard let lent = unsafe getenv(name) else { return nil }
    guard let text = unsafe String(validatingCString: lent) else { throw NotText(name: name) }
    return text
  }
}
