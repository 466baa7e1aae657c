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
