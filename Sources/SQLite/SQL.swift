/// A statement with its bindings.
///
/// Interpolating a value binds it, interpolating an `SQL` splices it. There is no way to turn a
/// `String` into one: the text is made of literals only, so it stays constant and the cache of
/// statements works.
package struct SQL: ExpressibleByStringInterpolation, Sendable, Equatable {
  package let text: String
  package let bindings: [SQLValue]

  package init(stringLiteral literal: String) {
    text = literal
    bindings = []
  }

  package init(stringInterpolation parts: StringInterpolation) {
    text = parts.text
    bindings = parts.bindings
  }

  /// A statement with a number where SQLite takes no parameter, as in a pragma.
  init(pragma name: String, _ value: Int32) {
    text = "PRAGMA \(name)=\(value)"
    bindings = []
  }

  /// Collects a literal's pieces: text as it is, and values to be bound.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""
    fileprivate var bindings: [SQLValue] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount)
      bindings.reserveCapacity(interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) {
      text += literal
    }

    package mutating func appendInterpolation(_ value: some Bindable) {
      text += "?"
      bindings.append(value.sqlValue)
    }

    /// Nothing binds NULL; without this the compiler takes an optional for a mistake.
    package mutating func appendInterpolation(_ value: (some Bindable)?) {
      text += "?"
      bindings.append(value.sqlValue)
    }

    package mutating func appendInterpolation(_ part: SQL) {
      text += part.text
      bindings += part.bindings
    }
  }
}
