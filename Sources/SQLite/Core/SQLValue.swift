/// A value as SQLite stores it.
///
/// Equality is that of SQLite: texts are equal when their bytes are, although Swift calls more
/// texts equal.
package enum SQLValue: Sendable, Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  package static func == (left: SQLValue, right: SQLValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.blob(let left), .blob(let right)): left == right
    default: false
    }
  }
}

/// A type whose values can be bound to a statement.
package protocol Bindable {
  var sqlValue: SQLValue { get }
}

extension SQLValue: Bindable {
  package var sqlValue: SQLValue { self }
}

extension Int64: Bindable {
  package var sqlValue: SQLValue { .integer(self) }
}

extension Int: Bindable {
  package var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Bool: Bindable {
  package var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

/// SQLite has no NaN: one that is bound is stored as NULL.
extension Double: Bindable {
  package var sqlValue: SQLValue { .real(self) }
}

extension String: Bindable {
  package var sqlValue: SQLValue { .text(self) }
}

extension [UInt8]: Bindable {
  package var sqlValue: SQLValue { .blob(self) }
}

extension Optional: Bindable where Wrapped: Bindable {
  package var sqlValue: SQLValue { self?.sqlValue ?? .null }
}
