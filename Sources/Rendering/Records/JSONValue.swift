package import Model

/// A value as JSON knows it, with whole numbers kept whole, and moments that programs get as
/// strings.
package indirect enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case real(Double)
  case string(String)
  case time(Moment)
  case array([JSONValue])
  case object(Record)

  package static func count(_ number: Int) -> JSONValue {
    .integer(Int64(number))
  }

  package static func text(_ string: String?) -> JSONValue {
    string.map(JSONValue.string) ?? .null
  }

  package static func handles(_ handles: [Handle]) -> JSONValue {
    .array(handles.map { .string($0.text) })
  }

  package static func cursor(_ cursor: Cursor?) -> JSONValue {
    text(cursor?.text)
  }

  package static func record(_ record: Record?) -> JSONValue {
    record.map(JSONValue.object) ?? .null
  }

  package static func records(_ records: [Record]) -> JSONValue {
    .array(records.map(JSONValue.object))
  }
}
