/// An option as it was typed: the one it is, with its value still in bytes.
struct GivenOption: Equatable, Sendable {
  /// The long name, whichever was typed.
  let name: String
  /// Nil for a switch.
  let value: [UInt8]?
  /// The word it was typed in.
  let token: Token

  /// The value as it is told.
  var text: String? { value.map { String(decoding: $0, as: UTF8.self) } }
}
