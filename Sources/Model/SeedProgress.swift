/// How far the making of a synthetic network has come.
package struct SeedProgress: Equatable, Sendable {
  /// The parts of the work, each called what a person reads.
  package enum Stage: String, Sendable, CaseIterable {
    case preparing, planning, painting, users, names, follows, pictures, posts
    case searchIndex = "search index"
    case likes, indexes, saving
  }

  package let stage: Stage
  package let done: Int
  /// Of this stage; nil where nobody knows.
  package let total: Int?

  package init(_ stage: Stage, done: Int = 0, of total: Int? = nil) {
    self.stage = stage
    self.done = done
    self.total = total
  }
}
