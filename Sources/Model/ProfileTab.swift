/// The three lists a profile offers below its card.
package enum ProfileTab: String, CaseIterable, Sendable {
  case posts, likes
  /// Its owner's alone.
  case `private`
}
