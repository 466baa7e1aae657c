/// A value somebody gave that the network would not store, and the rule it breaks.
package struct RuleBreach: Error, Equatable, Sendable {
  package let field: Field
  package let rule: Rule

  package init(_ field: Field, _ rule: Rule) {
    self.field = field
    self.rule = rule
  }

  /// The kinds of value that have rules.
  package enum Field: String, Sendable {
    case handle, name, bio, text, alt, reason
  }

  /// What is wrong; positions are byte offsets from 0 in the value as it was given.
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
