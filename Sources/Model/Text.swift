/// A text that obeys the rules of its field: bounded, valid UTF-8, no control characters.
package struct Text<Rule: TextRule>: Hashable, Sendable {
  package let string: String

  package var isEmpty: Bool { string.isEmpty }
  /// Whether the text has no visible character.
  package var isBlank: Bool {
    string.unicodeScalars.allSatisfy {
      $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint
    }
  }

  /// The text itself, or the empty text if it is blank.
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

/// The first forbidden control character of a text, with its byte position.
///
/// With `allowingLines`, tab, line feed, and a carriage return before a line feed are allowed.
package func firstControl(
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

/// The rules of a text field; `limit` counts graphemes, of eight bytes each on average.
package protocol TextRule: Sendable {
  static var field: RuleBreach.Field { get }
  static var limit: Int { get }
  static var allowsLines: Bool { get }
}

/// The error for a value that breaks a rule of its field.
package struct RuleBreach: Error, Equatable, Sendable {
  package let field: Field
  package let rule: Rule

  package init(_ field: Field, _ rule: Rule) {
    (self.field, self.rule) = (field, rule)
  }

  /// The fields that have rules.
  package enum Field: String, Sendable {
    case handle, name, bio, text, alt, reason
  }

  /// The broken rule; positions are byte offsets from 0 in the value as typed.
  package enum Rule: Equatable, Sendable {
    case empty
    case tooLong(limit: Int)
    case tooManyBytes(limit: Int)
    case handleCharacters
    case handleDot
    case notUTF8(position: Int)
    case control(scalar: UInt32, position: Int)
  }
}

/// The name of a user, shown beside the handle.
package typealias DisplayName = Text<NameRule>

package enum NameRule: TextRule {
  package static let field = RuleBreach.Field.name
  package static let limit = 50
  package static let allowsLines = false
}

/// The description of a user.
package typealias Bio = Text<BioRule>

package enum BioRule: TextRule {
  package static let field = RuleBreach.Field.bio
  package static let limit = 160
  package static let allowsLines = true
}

/// The text of a post.
package typealias PostText = Text<PostTextRule>

package enum PostTextRule: TextRule {
  package static let field = RuleBreach.Field.text
  package static let limit = 2_200
  package static let allowsLines = true
}

/// The description of a picture.
package typealias AltText = Text<AltRule>

package enum AltRule: TextRule {
  package static let field = RuleBreach.Field.alt
  package static let limit = 1_000
  package static let allowsLines = true
}

/// The reason for a report of a post.
package typealias Reason = Text<ReasonRule>

package enum ReasonRule: TextRule {
  package static let field = RuleBreach.Field.reason
  package static let limit = 160
  package static let allowsLines = false
}
