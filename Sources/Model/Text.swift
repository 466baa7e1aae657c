/// A piece of writing that obeys the rules of its field: bounded, valid UTF-8, no stray controls.
package struct Text<Rule: TextRule>: Hashable, Sendable {
  package let string: String

  package var isEmpty: Bool { string.isEmpty }
  /// Whether there is nothing to read in it.
  package var isBlank: Bool {
    string.unicodeScalars.allSatisfy {
      $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint
    }
  }

  /// The same, or the empty text where there is nothing to read in it.
  package var readable: Self { isBlank ? Self() : self }

  private init() {
    string = ""
  }

  package init(_ typed: String) throws(RuleBreach) {
    let byteLimit = Rule.limit * 8
    if typed.utf8.count > byteLimit {
      throw RuleBreach(Rule.field, .tooManyBytes(limit: byteLimit))
    }
    if let (scalar, position) = firstControl(in: typed, allowingLines: Rule.allowsLines) {
      throw RuleBreach(Rule.field, .control(scalar: scalar, position: position))
    }
    if typed.count > Rule.limit { throw RuleBreach(Rule.field, .tooLong(limit: Rule.limit)) }
    string = typed
  }
}

/// The first control character a text may not hold, with its byte position.
///
/// Where lines are allowed, tab, line feed, and a carriage return before a line feed are no
/// strangers.
func firstControl(
  in text: String, allowingLines: Bool
) -> (scalar: UInt32, position: Int)? {
  var position = 0
  var scalars = text.unicodeScalars.makeIterator()
  var pending = scalars.next()
  while let scalar = pending {
    pending = scalars.next()
    let isLayout = scalar == "\n" || scalar == "\t" || (scalar == "\r" && pending == "\n")
    let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    if isControl, !(allowingLines && isLayout) { return (scalar.value, position) }
    position += UTF8.width(scalar)
  }
  return nil
}
