/// Text from people or files, made safe to stand in a message: nothing in it moves a terminal.
///
/// Long text is cut, and so is a character of more than eight scalars.
func shown(_ raw: String) -> String {
  var text = ""
  for scalar in raw.flatMap({ $0.unicodeScalars.prefix(8) }).prefix(120) {
    switch scalar.value {
    case 0..<0x20, 0x7F: text += "^" + String(Unicode.Scalar(UInt8(scalar.value ^ 0x40)))
    case 0x80...0x9F, 0xAD, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
      0xE0000...0xE0FFF:
      text += "<\(String(scalar.value, radix: 16, uppercase: true))>"
    default: text.unicodeScalars.append(scalar)
    }
  }
  return raw.unicodeScalars.count > 120 ? text + "..." : text
}
