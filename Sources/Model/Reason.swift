/// Why somebody reports a post.
package typealias Reason = Text<ReasonRule>

/// What the reason of a report may hold.
package enum ReasonRule: TextRule {
  package static let field = RuleBreach.Field.reason
  package static let limit = 160
  package static let allowsLines = false
}
