/// What a post says.
package typealias PostText = Text<PostTextRule>

/// What the text of a post may hold.
package enum PostTextRule: TextRule {
  package static let field = RuleBreach.Field.text
  package static let limit = 2_200
  package static let allowsLines = true
}
