/// Somebody the viewer may want to follow, and why.
package struct Suggestion: Equatable, Sendable {
  package var profile: Profile
  /// How many of those the viewer follows follow this user.
  package var sharedCount: Int
  /// Up to three of them.
  package var via: [Handle]

  package init(profile: Profile, sharedCount: Int, via: [Handle]) {
    self.profile = profile
    self.sharedCount = sharedCount
    self.via = via
  }
}
