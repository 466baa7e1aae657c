/// The three lists a profile offers below its card.
package enum ProfileTab: String, CaseIterable, Sendable {
  case posts, likes
  /// Its owner's alone.
  case `private`

  /// The tabs of a profile, for its owner and for everybody else.
  package static func offered(toOwner isOwner: Bool) -> [ProfileTab] {
    allCases.filter { $0 != .private || isOwner }
  }
}
