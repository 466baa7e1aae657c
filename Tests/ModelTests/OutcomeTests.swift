import Model
import Testing

@Suite struct OutcomeTests {
  @Test func `results have the names that scripts read`() {
    #expect(
      Outcome.Result.allCases.map(\.rawValue) == [
        "created", "edited", "deleted", "followed", "already_following", "unfollowed",
        "not_following", "liked", "already_liked", "unliked", "not_liked", "posted", "flagged",
        "already_flagged", "refused",
      ])
  }

  @Test func `what was so already is unchanged`() {
    #expect(
      Outcome.Result.allCases.filter(\.isUnchanged) == [
        .alreadyFollowing, .notFollowing, .alreadyLiked, .notLiked, .alreadyFlagged,
      ])
  }
}
