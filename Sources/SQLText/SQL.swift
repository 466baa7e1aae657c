/// A statement with its bindings.
///
/// Interpolating a value binds it; interpolating an `SQL` inserts its text and bindings. A `String`
/// can't become SQL text: the text is made of literals only, so it stays constant and the cache of
/// statements works.
package struct SQL: ExpressibleByStringInterpolation, Sendable {
  package let form: SQLForm
  package let bindings: [SQLValue]

  package var text: String { form.text() }

  package init(stringLiteral literal: StaticString) {
    form = SQLForm(parts: [.literal(literal)])
    bindings = []
  }

  package init(stringInterpolation parts: StringInterpolation) {
    form = parts.form
    bindings = parts.bindings
  }

  /// A pragma with a number, for which SQLite takes no parameter.
  package init(pragma name: StaticString, _ value: Int32) {
    form = SQLForm(parts: [.literal("PRAGMA "), .literal(name), .literal("="), .number(value)])
    bindings = []
  }

  /// Collects the text and the bindings of an interpolated literal.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var form = SQLForm(parts: [])
    fileprivate var bindings: [SQLValue] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      form.parts.reserveCapacity(2 * interpolationCount + 1)
    }

    package mutating func appendLiteral(_ literal: StaticString) {
      form.parts.append(.literal(literal))
    }

    /// Appends an item of a list that is not its first.
    mutating func appendItem(_ literal: StaticString) {
      form.parts.append(.item(literal))
    }

    package mutating func appendInterpolation(_ value: some Bindable) {
      form.parts.append(.value)
      bindings.append(value.sqlValue)
    }

    /// Binds NULL for nil; without this overload the compiler warns about an optional.
    package mutating func appendInterpolation(_ value: (some Bindable)?) {
      form.parts.append(.value)
      bindings.append(value.sqlValue)
    }

    package mutating func appendInterpolation(_ part: SQL) {
      form.parts += part.form.parts
      bindings += part.bindings
    }
  }
}

extension SQL {
  package static func joined(_ parts: [SQL], by separator: StaticString = ", ") -> SQL {
    var text = StringInterpolation(literalCapacity: 0, interpolationCount: parts.count)
    for (index, part) in parts.enumerated() {
      if index > 0 { text.appendLiteral(separator) }
      text.appendInterpolation(part)
    }
    return SQL(stringInterpolation: text)
  }

  package static func list(_ names: [Name]) -> SQL { joined(names.map { "\($0)" }) }
}
