/// The name of a table, column or index.
///
/// A name is a literal, so statements with names in them keep a constant text.
package struct Name: ExpressibleByStringLiteral, Sendable {
  package let literal: StaticString

  package init(stringLiteral literal: StaticString) {
    self.literal = literal
  }

  package var text: String { literal.description }
}

extension Name: Equatable {
  package static func == (one: Name, other: Name) -> Bool {
    one.literal.utf8CodeUnitCount == other.literal.utf8CodeUnitCount && one.text == other.text
  }
}

extension SQL.StringInterpolation {
  /// Inserts the name itself; it is not bound.
  package mutating func appendInterpolation(_ name: Name) { appendLiteral(name.literal) }
}
