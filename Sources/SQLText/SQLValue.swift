package import Model

/// A value as an engine stores it.
///
/// Texts are equal if their bytes are equal, as in the engines; Swift's `==` also ignores Unicode
/// normalization.
package enum SQLValue: Sendable, Equatable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])
  /// Values of one type, for `= ANY` and `unnest`; SQLite has none.
  indirect case list(ListType, [SQLValue])

  /// The type of the values of a list; each may be NULL.
  package enum ListType: Sendable {
    case integer, real, text, blob
  }

  package static func == (left: SQLValue, right: SQLValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.text(let left), .text(let right)):
      left.utf8.count == right.utf8.count && Array(left.utf8) == Array(right.utf8)
    case (.blob(let left), .blob(let right)): left == right
    case (.list(let type, let left), .list(let other, let right)): type == other && left == right
    default: false
    }
  }
}

/// A type whose values can be bound to a statement.
package protocol Bindable {
  var sqlValue: SQLValue { get }
}

extension SQLValue {
  package static func integers(_ numbers: some Sequence<Int64>) -> SQLValue {
    .list(.integer, numbers.map { .integer($0) })
  }

  package static func texts(_ texts: some Sequence<String>) -> SQLValue {
    .list(.text, texts.map { .text($0) })
  }
}

extension QueryResult.Value {
  /// A list becomes NULL, because lists are not stored and no result has one.
  package init(_ value: SQLValue) {
    switch value {
    case .null, .list: self = .null
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .text(let text): self = .text(text)
    case .blob(let bytes): self = .blob(bytes)
    }
  }
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

/// SQLite has no NaN: it stores a bound NaN as NULL.
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
