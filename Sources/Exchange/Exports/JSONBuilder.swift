/// Builds JSON text, with keys in the order they are given.
struct JSONBuilder {
  private(set) var text = ""
  private var needsComma = false

  static func object(_ build: (inout JSONBuilder) -> Void) -> String {
    var json = JSONBuilder()
    json.text = "{"
    build(&json)
    return json.text + "}"
  }

  mutating func add(_ key: String, _ value: String?) {
    begin(key)
    if let value { JSONBuilder.quote(value, into: &text) } else { text += "null" }
  }

  mutating func add(_ key: String, _ value: Int64?) {
    begin(key)
    text += value.map(String.init) ?? "null"
  }

  mutating func add(_ key: String, _ value: Bool) {
    begin(key)
    text += value ? "true" : "false"
  }

  /// Adds text that is JSON already.
  mutating func add(_ key: String, json: String) {
    begin(key)
    text += json
  }

  private mutating func begin(_ key: String) {
    if needsComma { text += "," }
    needsComma = true
    text += "\"\(key)\":"
  }

  static func quote(_ string: String, into text: inout String) {
    text += "\""
    let isPlain = string.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
    if isPlain {
      text += string
    } else {
      for scalar in string.unicodeScalars {
        switch scalar {
        case "\"": text += "\\\""
        case "\\": text += "\\\\"
        case "\n": text += "\\n"
        case "\t": text += "\\t"
        case "\r": text += "\\r"
        case _ where scalar.value < 0x20:
          let digits = String(scalar.value, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
    text += "\""
  }

  static func quoted(_ string: String) -> String {
    var text = ""
    quote(string, into: &text)
    return text
  }
}
