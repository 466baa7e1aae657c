import CommandLine
import Model
import Rendering
import Services

/// `view`: prints one post, with a large picture.
struct ViewCommand: DeclaredCommand {
  static let name = "view"
  static let post = Operand(.post, "The post.")
  static let save = Option<String?>("save", .file, "Also write its picture to this file.")
  static let declaration = Declaration(
    name, "Show a post with its conversation and likers.",
    discussion: """
      The command draws the whole picture, as large as the window allows. It names at most 1,000 \
      likers; 'profilectl likers' lists all. --save writes the original picture unchanged to a \
      file. With --yes it replaces an existing file.
      """,
    group: .reading, writeScope: .nothing, operands: [post.shape], options: [save.shape],
    groups: [PictureOptions.group],
    fields: RecordKind.postPage.fields,
    examples: [
      .init("profilectl view 42", "post #42"),
      .init("profilectl view 42 --save cat.jpg", "with its picture as a file"),
    ])

  private let post: TypedPost
  private let file: String?
  private let pictures: PictureOptions

  static func writeScope(of parsed: Parsed) -> WriteScope {
    parsed.isGiven(save.shape) ? .ownFile : .nothing
  }

  init(_ parsed: Parsed) throws {
    post = try parsed.value(of: Self.post)
    file = try parsed.value(of: Self.save)
    pictures = try PictureOptions(parsed)
  }

  func run(in context: CommandContext) throws -> CommandResult {
    if file != nil { try context.expectKept(Self.save.shape.spelled) }
    let network = try context.network()
    let viewer = try context.viewer()
    let post = try network.posts.find(post)
    var thumbnails = ThumbnailSet()
    var original: [UInt8]?
    let viewed = try network.atOneMoment { () throws(ServiceError) in
      let viewed = try network.conversations.view(post, as: viewer)
      let hash = viewed.post.item.image?.hash
      if file != nil { original = try hash.flatMap(network.pictures.original) }
      if context.drawsPictures {
        thumbnails = try network.pictures.thumbnails(of: [viewed.post.item])
      }
      return viewed
    }
    if let file {
      if viewed.post.item.lasting?.awaitedImage != nil { throw PictureFileError.awaited(post) }
      try context.pictures.save(original, of: post, to: file, from: network)
    }
    let saved: SavedPart = file == nil ? .nothing : .all
    try saving(saved) { try answer(viewed, thumbnails, from: network, in: context) }
    return CommandResult(saved: saved)
  }

  private func answer(
    _ viewed: ViewedPost, _ thumbnails: ThumbnailSet, from network: Network,
    in context: CommandContext
  ) throws {
    var made = MadeThumbnails()
    var picture: Thumbnail?
    if let hash = viewed.post.item.repeated.image?.hash, thumbnails.knows(hash),
      !thumbnails.undecodable.contains(hash)
    {
      (picture, made) = try context.pictures.whole(hash, from: network.pictures)
      picture = picture ?? thumbnails.kept[hash]
    }
    try context.answer(
      Record(viewed),
      text: { traits in
        if context.line.origin.printsPages { return LinearText(in: traits).output(for: viewed) }
        return PostPage(viewed, picture: picture).output(in: pictures.applied(to: traits))
      })
    if let file { try context.remark("The picture is in \(SafeText(file)).") }
    network.pictures.offer(made)
  }
}
