/// What a picture shows, for those who can't see it.
package typealias AltText = Text<AltRule>

/// What the description of a picture may hold.
package enum AltRule: TextRule {
  package static let field = RuleBreach.Field.alt
  package static let limit = 1_000
  package static let allowsLines = true
}
