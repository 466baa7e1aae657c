/// A JSON value in memory.
enum JSONTree: Equatable {
  case null
  case bool(Bool)
  /// The characters of the source.
  case number(String)
  case string(String)
  case array([JSONTree])
  case object([Member])

  struct Member: Equatable {
    let key: String
    let value: JSONTree
  }

  /// The value of a key, null without it.
  ///
  /// The last of equal keys wins, but an empty array never replaces a filled one: Mastodon writes
  /// `orderedItems` twice.
  subscript(key: String) -> JSONTree {
    guard case .object(let members) = self else { return .null }
    var found: JSONTree?
    for member in members.reversed() where member.key == key {
      if found == nil || member.value != .array([]) {
        found = member.value
        if found != .array([]) { break }
      }
    }
    return found ?? .null
  }

  var string: String? { if case .string(let text) = self { text } else { nil } }

  var isObject: Bool { if case .object = self { true } else { false } }

  var isTextOrNull: Bool { self == .null || string != nil }

  /// The elements of an array, or the value by itself; none for null.
  var list: [JSONTree] {
    switch self {
    case .array(let elements): elements
    case .null: []
    default: [self]
    }
  }

  var members: [Member] { if case .object(let members) = self { members } else { [] } }

  var isTrue: Bool { self == .bool(true) || self == .string("true") }

  /// A whole number, written as a number or as a string.
  var integer: Int64? {
    switch self {
    case .number(let text), .string(let text):
      Int64(text) ?? Double(text).flatMap { Int64(exactly: $0.rounded(.towardZero)) }
    default: nil
    }
  }

  /// A string, or the characters of a number.
  var word: String? {
    switch self {
    case .number(let text), .string(let text): text
    default: nil
    }
  }
}
