import Model
import Rendering
import Services

/// `view`: one post, large.
struct ViewCommand: Command {
  static let name = "view"
  static let post = Operand(.postID, "Which post.")
  static let declaration = Declaration(
    name, "Show one post and who likes it.",
    discussion: "Up to a thousand likers are named; 'profilectl likers' lists all.",
    group: .reading, operands: [post.shape], groups: [PictureOptions.group],
    fields: RecordKind.postPage.keys,
    examples: [.init("profilectl view 42", "post #42")])

  private let post: Post.ID
  private let pictures: PictureOptions

  init(_ parsed: Parsed) throws {
    post = try parsed.value(of: Self.post)
    pictures = try PictureOptions(parsed)
  }

  func run(in session: Session) throws {
    let posts = try session.network().posts
    let viewed = try posts.view(post, as: try session.viewer(), likerLimit: 1_000)
    try session.answer(
      Record(viewed), text: { PostPage(viewed).output(in: pictures.applied(to: $0)) })
  }
}
