import Model

/// Somebody who logged in.
///
/// Their time of creation tells them from whoever gets the same number in another file at the same
/// path.
struct Login: Equatable {
  let user: User.ID
  let createdAt: Moment
}
