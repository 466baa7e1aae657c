import Model

/// The words for the counts of a user.
extension Counts {
  var facts: [(count: Int, noun: SafeText)] {
    [
      (posts, posts == 1 ? "Post" : "Posts"),
      (followers, followers == 1 ? "Follower" : "Followers"), (following, "Following"),
      (likes, likes == 1 ? "Like" : "Likes"),
    ]
  }

  /// Such as `36 posts, 12 followers, 3 following, 140 likes`.
  var phrase: SafeText {
    let facts = [
      Magnitude.phrase(posts, "post"), Magnitude.phrase(followers, "follower"),
      "\(Magnitude.text(following)) following", Magnitude.phrase(likes, "like"),
    ]
    return SafeText.joined(facts.map { SafeText($0) }, by: ", ")
  }
}
