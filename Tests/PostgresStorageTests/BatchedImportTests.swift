import Model
import NetworkSupport
import PostgresStorage
import Services
import Storage
import Support
import Testing

/// Tests an import that is saved in several transactions.
@Suite(.enabled(if: PostgresServer.shared != nil)) struct BatchedImportTests {
  private static func post(_ number: Int64, by author: User.ID, at: Int64) throws -> ImportedPost {
    var post = ImportedPost(
      author: author, at: Moment(microseconds: at), text: try PostText("post \(number)"))
    post.number = Post.ID(number)
    return post
  }

  @Test(arguments: [true, false])
  func `a reply finds its post in a later batch`(isKept: Bool) throws {
    let server = try #require(PostgresServer.shared)
    let place = try server.newDatabase()
    defer { server.drop(place) }
    let network = try Network.create(at: place, patience: .ofTests).network
    let origin = Origin("x", "1")
    var author = User.ID(0)
    try network.take { writing in
      let work = try writing.importing(continuing: false)
      author = try work.add(
        ImportedUser(handle: Handle(stored: "ana"), createdAt: Moment(microseconds: 1)))
      let reply = try work.add(Self.post(2, by: author, at: 20))
      let above = isKept ? PostReference(Post.ID(1), isKept: true) : PostReference(origin)
      try work.stage(.references(of: reply.id, replyTo: above, quotes: nil, isUnchanged: false))
      try work.stage(.lastNumbers(users: 1, posts: 2))
      _ = try work.settle(isLast: false, marksSeen: true)
    }
    try network.take { writing in
      let work = try writing.importing(continuing: true)
      let post = try work.add(Self.post(1, by: author, at: 10))
      try work.stage(.postOrigin(PostOrigin(origin, digest: 0), of: post.id))
      _ = try work.settle(isLast: true, marksSeen: true)
    }
    let posts = try network.posts.explore(as: .nobody, PageRequest(limit: 9)).items
    #expect(posts.map(\.replyTo) == [Post.ID(1), nil])
    #expect(posts.map(\.replyCount) == [0, 1])
    #expect(try network.file.examine(isDeep: true) == [])
  }
}
