import CommandLine
import Model
import Terminal

/// An environment variable whose value can't be taken; its name stands in the place of an option's.
struct RefusedVariable: Error, Equatable, Sendable {
  let refusal: RefusedValue
}

extension ValueKind {
  /// What the variable of that name says; nil if it is unset or empty.
  ///
  /// Throws `Environment.NotText` or `RefusedVariable`.
  func value(of name: String, in environment: Environment, now: Moment) throws -> Value? {
    guard let text = try environment.value(name) else { return nil }
    do {
      return try Item(Array(text.utf8), self, parameter: name, now: now).value.get()
    } catch {
      throw RefusedVariable(refusal: error)
    }
  }
}
