import Model
import Rendering
import Services

/// `like`: say that you like something.
struct LikeCommand: Command {
  static let name = "like"
  static let posts = Operand(many: .postID, standardInput: true, "Which posts.")
  static let declaration = Declaration(
    name, "Like posts.", discussion: "Liking a post twice changes nothing.",
    group: .follows, operands: [posts.shape], groups: [WriteOptions.group],
    fields: RecordKind.outcome.keys,
    examples: [
      .init("profilectl like 1 2 3", "three posts"),
      .init("profilectl search bread | profilectl like -", "whatever a search finds"),
    ])

  private let posts: Items<Post.ID>
  private let write: WriteOptions

  init(_ parsed: Parsed) throws {
    posts = try parsed.value(of: Self.posts)
    write = WriteOptions(parsed)
  }

  func run(in session: Session) throws {
    let likes = try session.network().likes
    let viewer = try session.viewer()
    try session.bulk(posts, write, of: .post) {
      try likes.like($0, as: viewer, at: session.now, $1)
    }
  }
}
