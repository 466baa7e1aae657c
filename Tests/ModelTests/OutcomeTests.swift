import Model
import Testing

@Suite struct OutcomeTests {
  @Test func `results have the names that scripts read`() {
    #expect(
      Outcome.Result.allCases.map(\.rawValue) == [
        "created", "edited", "deleted", "followed", "already_following", "unfollowed",
        "not_following", "liked", "already_liked", "unliked", "not_liked", "posted", "flagged",
        "already_flagged", "unflagged", "not_flagged", "reposted", "already_reposted", "unreposted",
        "not_reposted", "bookmarked", "already_bookmarked", "unbookmarked", "not_bookmarked",
        "muted", "already_muted", "unmuted", "not_muted", "kept", "removed", "revoked",
        "already_revoked", "lifted", "not_revoked", "accepted", "already_accepted", "refused",
      ])
  }

  @Test func `what was so already is unchanged`() {
    #expect(
      Outcome.Result.allCases.filter(\.isUnchanged) == [
        .alreadyFollowing, .notFollowing, .alreadyLiked, .notLiked, .alreadyFlagged, .notFlagged,
        .alreadyReposted, .notReposted, .alreadyBookmarked, .notBookmarked, .alreadyMuted,
        .notMuted, .alreadyRevoked, .notRevoked, .alreadyAccepted,
      ])
  }
}
