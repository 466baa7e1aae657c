/// What a field of writing allows; `limit` counts graphemes, and eight bytes are allowed for each.
package protocol TextRule: Sendable {
  static var field: RuleBreach.Field { get }
  static var limit: Int { get }
  static var allowsLines: Bool { get }
}
