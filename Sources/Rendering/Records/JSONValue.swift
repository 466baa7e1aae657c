package import Model

/// A JSON value with integers, and with times, which become strings.
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

  package static func id(_ id: Post.ID?) -> JSONValue {
    id.map { .integer($0.number) } ?? .null
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

extension JSONValue {
  /// The value for a table: times are relative, lists of strings are joined, and other values are
  /// JSON.
  func text(in traits: Traits) -> SafeText {
    switch self {
    case .string(let string): return traits.text(string)
    case .time(let moment): return SafeText(RelativeTime.text(moment, in: traits))
    case .array(let elements) where elements.allSatisfy(\.isWord):
      let words: [SafeText] = elements.map { $0.text(in: traits) }
      return SafeText.joined(words, by: ", ")
    default:
      var output = Output()
      JSONText.write(self, to: &output)
      return traits.text(output.text)
    }
  }

  var isWord: Bool {
    if case .string = self { true } else { false }
  }
}

extension JSONValue {
  /// A value of a query, with a blob as hexadecimal digits.
  package init(_ value: QueryResult.Value) {
    self =
      switch value {
      case .null: .null
      case .integer(let number): .integer(number)
      case .real(let number): .real(number)
      case .text(let text): .string(text)
      case .blob(let bytes): .string(bytes.hexadecimal)
      }
  }

  /// The same for readers: a blob longer than a hash is replaced by its size.
  package init(forPeople value: QueryResult.Value) {
    if case .blob(let bytes) = value, bytes.count > 32 {
      self = .string("<\(Magnitude.exact(bytes.count)) bytes>")
    } else {
      self.init(value)
    }
  }
}
