package import Model

/// Reads the members of a JSON object by their keys, each with the type that it must have.
///
/// An optional member may be null or left out.
package struct ObjectFields: Sendable {
  /// A member is missing, or has another type or size.
  package struct WrongField: Error {}

  private let members: [StrictJSON.Member]

  /// Nil for any value but an object.
  package init?(_ value: StrictJSON) {
    guard case .object(let members) = value else { return nil }
    self.members = members
  }

  /// Nil unless the bytes are one object.
  package init?(_ bytes: [UInt8]) {
    guard let value = StrictJSON(bytes) else { return nil }
    self.init(value)
  }

  /// Nil if the member is left out.
  package subscript(key: String) -> StrictJSON? {
    members.first { $0.key.elementsEqual(key.utf8) }?.value
  }

  /// Whether the member is null or left out.
  package func isNull(_ key: String) -> Bool {
    (self[key] ?? .null) == .null
  }

  package func integer(_ key: String) throws(WrongField) -> Int64 {
    guard case .integer(let number) = self[key] else { throw WrongField() }
    return number
  }

  package func bool(_ key: String) throws(WrongField) -> Bool {
    guard case .bool(let isTrue) = self[key] else { throw WrongField() }
    return isTrue
  }

  package func string(_ key: String) throws(WrongField) -> String {
    guard case .text(let text) = self[key] else { throw WrongField() }
    return String(decoding: text, as: UTF8.self)
  }

  /// Bytes in lower-case hexadecimal.
  package func bytes<let count: Int>(_ key: String) throws(WrongField) -> FixedBytes<count> {
    guard let bytes = FixedBytes<count>(self[key]) else { throw WrongField() }
    return bytes
  }

  package func optionalBytes<let count: Int>(
    _ key: String
  ) throws(WrongField) -> FixedBytes<count>? {
    isNull(key) ? nil : try bytes(key)
  }

  /// A list of bytes, at most `most` elements.
  package func list<let count: Int>(
    _ key: String, most: Int
  ) throws(WrongField) -> [FixedBytes<count>] {
    guard case .array(let elements) = self[key], elements.count <= most else { throw WrongField() }
    let list = elements.compactMap { FixedBytes<count>($0) }
    guard list.count == elements.count else { throw WrongField() }
    return list
  }
}

extension FixedBytes {
  /// Nil unless the value is a text of lower-case hexadecimal digits, two a byte.
  fileprivate init?(_ value: StrictJSON?) {
    guard case .text(let digits) = value else { return nil }
    self.init(hexadecimalDigits: digits)
  }
}
