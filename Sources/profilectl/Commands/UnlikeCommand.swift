import Model
import Rendering
import Services

/// `unlike`: take that back.
struct UnlikeCommand: Command {
  static let name = "unlike"
  static let posts = Operand(many: .postID, standardInput: true, "Which posts.")
  static let declaration = Declaration(
    name, "Take back likes.", discussion: "Unliking a post you don't like changes nothing.",
    group: .follows, operands: [posts.shape], groups: [WriteOptions.group],
    fields: RecordKind.outcome.keys,
    examples: [
      .init("profilectl unlike 1 2 3", "three posts"),
      .init("profilectl search bread | profilectl unlike -", "whatever a search finds"),
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
    try session.bulk(posts, write, of: .post) { try likes.unlike($0, as: viewer, $1) }
  }
}
