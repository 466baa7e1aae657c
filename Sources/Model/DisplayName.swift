/// What somebody is called, beside their handle.
package typealias DisplayName = Text<NameRule>

/// What a display name may hold.
package enum NameRule: TextRule {
  package static let field = RuleBreach.Field.name
  package static let limit = 50
  package static let allowsLines = false
}
