/// The escapes that keep a field on one line and nothing in it hidden, without losing anything.
package enum TSVEscape {
  static func write(_ field: String, to output: inout Output) {
    if field.utf8.allSatisfy({ $0 &- 0x20 < 0x5F && $0 != 0x5C }) { return output.append(field) }
    var test = EscapeTest()
    for scalar in field.unicodeScalars {
      let mustEscape = test.mustEscape(scalar)
      switch scalar {
      case "\\": output.append("\\\\")
      case "\t": output.append("\\t")
      case "\n": output.append("\\n")
      case "\r": output.append("\\r")
      case _ where mustEscape:
        output.append("\\u{\(String(scalar.value, radix: 16, uppercase: true))}")
      default: output.append(scalar)
      }
    }
  }
}
