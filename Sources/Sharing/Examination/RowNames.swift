internal import Model
internal import Storage

/// The lasting names of the users and public posts that are there.
struct RowNames {
  struct NamedPost {
    let id: Post.ID
    let author: User.ID
  }

  private(set) var users: [LastingName: User.ID] = [:]
  private(set) var posts: [LastingName: NamedPost] = [:]
  private var namesOfUsers: [User.ID: LastingName] = [:]
  private var namesOfPosts: [Post.ID: LastingName] = [:]

  init(_ tables: SharedTables) throws {
    for user in try tables.users() {
      namesOfUsers[user.user] = user.name
      if !user.wanted.isEmpty { users[user.name] = user.user }
    }
    try tables.eachPost { post in
      if let name = post.name { namesOfPosts[post.post] = name }
    }
    try tables.eachPublicPostKey { row in
      if let name = namesOfPosts[row.id] { posts[name] = NamedPost(id: row.id, author: row.author) }
    }
  }

  /// Nil for a user without a name.
  func name(of user: User.ID) -> LastingName? { namesOfUsers[user] }

  /// The name of a post, which may be gone; nil for one that stays in the copy.
  func name(of post: Post.ID?) -> LastingName? { post.flatMap { namesOfPosts[$0] } }
}
