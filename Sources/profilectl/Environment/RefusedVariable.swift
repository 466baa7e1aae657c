import CommandLine
import Model
import Terminal

/// An environment variable with a value that is refused; its name replaces that of an option.
struct RefusedVariable: Error, Equatable, Sendable {
  let refusal: RefusedValue
}

extension ValueKind {
  /// The value of a variable; nil if it is unset or empty.
  ///
  /// Throws `Environment.NotText` or `RefusedVariable`.
  func value(of name: String, in environment: Environment, now: Moment) throws -> Value? {
    guard let text = try environment.value(name) else { return nil }
    do {
      return try Item(Array(text.utf8), self, parameter: name, clock: .local(now)).value.get()
    } catch {
      throw RefusedVariable(refusal: error)
    }
  }
}
