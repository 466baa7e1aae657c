import Model

/// Values that the network would not store.
extension Wording {
  static func badValue(_ breach: RuleBreach, input: String?) -> Failure {
    Failure(
      .badValue, sentence(for: breach, input: input), hint: .help("formatting"),
      input: input)
  }

  static func sentence(for breach: RuleBreach, input: String?) -> String {
    let noun = breach.field == .alt ? "picture's description" : breach.field.rawValue
    let isHandle = breach.field == .handle
    let thing = isHandle ? "The handle\(input.map { " \(quoted($0))" } ?? "")" : "The \(noun)"
    return switch breach.rule {
    case .empty: "A \(noun) can't be empty."
    case .tooLong(let limit): "\(thing) is longer than \(count(limit, "character"))."
    case .tooManyBytes(let limit): "\(thing) is larger than \(count(limit, "byte"))."
    case .handleCharacters:
      "\(thing) holds something other than the letters a to z, digits, '_' and '.'."
    case .handleDot: "\(thing) begins or ends with a dot."
    case .notUTF8(let position): "The \(noun) is not valid UTF-8 at byte offset \(position)."
    case .control(let scalar, let position):
      "The \(noun) holds \(name(ofControl: scalar)) at byte offset \(position)."
    }
  }

  static func name(ofControl scalar: UInt32) -> String {
    switch scalar {
    case 0x09: return "a tab"
    case 0x0A: return "a line break"
    default:
      let digits = String(scalar, radix: 16, uppercase: true)
      let kind = scalar < 0xA0 ? "control" : "invisible"
      return "the \(kind) character U+" + String(repeating: "0", count: max(0, 4 - digits.count))
        + digits
    }
  }
}
