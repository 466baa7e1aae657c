/// What somebody says about themself.
package typealias Bio = Text<BioRule>

/// What a bio may hold.
package enum BioRule: TextRule {
  package static let field = RuleBreach.Field.bio
  package static let limit = 160
  package static let allowsLines = true
}
