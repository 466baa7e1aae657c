internal import Model

/// Where a post stands in the file, and who may see it.
struct PostPlace {
  let author: User.ID
  let isPrivate: Bool
  let at: Moment
}
