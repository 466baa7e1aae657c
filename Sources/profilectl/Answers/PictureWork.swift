import CommandLine
import Files
import Model
import Pictures
import Rendering
import Services
import Storage
import Terminal

/// Pictures of one line: read from a file, written to one, or drawn on a page.
struct PictureWork {
  /// Thumbnails not made within this time are left to the next answer.
  private static let patience: Duration = .seconds(10)

  let context: CommandContext

  /// Reads a picture for a network.
  ///
  /// Checks first whether the user may use it, because decoding a large picture takes seconds.
  func read(_ path: String, for network: Network, as viewer: Viewer) throws -> ReadPicture {
    try network.users.expectActor(viewer)
    let path = context.environment.path(path)
    let own = Engines.paths(of: network.file.path)
    return try decoding { try ReadPicture(path: path, besides: own, while: $0) }
  }

  /// Decodes pictures until a signal arrives, and shows progress if it takes long.
  private func decoding<Value>(_ decode: (_ goesOn: () -> Bool) throws -> Value) throws -> Value {
    var line = context.progressLine()
    defer { line.finish() }
    let value = try decode {
      guard line.isDue else { return Interruption.pending == nil }
      if line.isOnTerminal, !line.isDrawn {
        let words = context.interpreter.signals.interruption(of: context.line)
        Interruption.arm(saying: RedrawnLine.clear + words)
      }
      line.draw(ProgressLine("decoding the picture", done: 0, of: nil, milliseconds: 0))
      return Interruption.pending == nil
    }
    guard Interruption.pending != nil else { return value }
    let error: any Error =
      context.line.writeScope.isSaved ? ServiceError.storage(.interrupted) : Interrupted()
    throw error
  }

  /// Writes the original of a post's picture to a file.
  ///
  /// With `--yes`, it may replace the file, unless that belongs to the database.
  func save(
    _ original: [UInt8]?, of post: Post.ID, to path: String, from network: Network
  ) throws {
    guard let original else { throw PictureFileError.noPicture(post) }
    let path = context.environment.path(path)
    try Engines.checkName(path)
    let isOwn = Engines.paths(of: network.file.path).contains { FileStamp.isSameFile($0, path) }
    Interruption.hold()
    do throws(FileError) {
      try NewFile.write(original, to: path, mayReplace: context.isConfirmed && !isOwn)
    } catch {
      throw PictureFileError.unsaved(path, error)
    }
  }

  /// Answers with a page and its pictures, one of them in memory at a time.
  ///
  /// A picture that was deleted since the page was read is empty, and shows its alternative text.
  func answer(_ page: KeptPage, with pictures: PictureService) throws {
    for piece in page.pieces {
      switch piece {
      case .text(let bytes): try context.streams.write(Array(bytes))
      case .picture(let hash):
        if Interruption.pending != nil { throw Interrupted() }
        let content = try pictures.original(hash).flatMap(PictureContent.init)
        try context.answer(Output(content?.address ?? "data:,"))
      }
    }
  }

  /// Makes the thumbnails that are missing, and returns those to store after the answer.
  func makeMissing(
    in thumbnails: inout ThumbnailSet, from pictures: PictureService
  ) throws -> MadeThumbnails {
    var made = MadeThumbnails()
    let end = ContinuousClock.now + PictureWork.patience
    try decoding { goesOn in
      for hash in thumbnails.missing where ContinuousClock.now < end {
        guard goesOn(), let original = try pictures.intact(hash) else { continue }
        if let tile = made.record(DrawingAttempt(copying: original, while: goesOn), of: hash) {
          thumbnails.add(tile, of: hash)
        } else if made.undecodable.contains(hash) {
          thumbnails.addUndecodable(hash)
        }
      }
    }
    return made
  }

  /// Draws a whole picture, and returns its copies to store after the answer.
  ///
  /// Nil for a picture that can't be drawn now, though its tile may exist.
  func whole(
    _ hash: String, from pictures: PictureService
  ) throws -> (picture: Thumbnail?, made: MadeThumbnails) {
    try decoding { try pictures.drawWhole(hash, while: $0) }
  }

  /// The banner of a user from its larger copy; its tile if that can't be drawn.
  func banner(
    of user: User, or thumbnails: ThumbnailSet, from pictures: PictureService
  ) throws -> Thumbnail? {
    guard let tile = thumbnails.banner(of: user), let hash = user.banner?.hash else { return nil }
    return try whole(hash, from: pictures).picture ?? tile
  }

  /// Prints why a picture that was saved can't be drawn yet, and what to install for it.
  func note(_ unavailability: DecoderUnavailable?) throws {
    try note("The picture is kept, but can't be drawn yet:", unavailability)
  }

  /// Prints why no picture can be decoded; prints nothing if pictures can be decoded.
  func noteUnavailableDecoder() throws {
    try note("Pictures can't be drawn:", PictureDecoder().unavailability)
  }

  /// Breaks the sentence, but not the line to type, to fit a window.
  private func note(_ beginning: String, _ unavailability: DecoderUnavailable?) throws {
    guard let unavailability, !context.options.isQuiet else { return }
    let sentence = "Note: \(beginning) \(PictureErrorWords.reason(for: unavailability).string)."
    for line in WordWrap.lines(sentence, width: context.environment.messageWidth) {
      try context.say(SafeText(line))
    }
    if let remedy = PictureErrorWords.remedy(for: unavailability) {
      try context.say("Hint: \(remedy)")
    }
  }
}

extension CommandContext {
  var pictures: PictureWork { PictureWork(context: self) }

  /// Whether the answer is a drawing; false for records, chosen fields and pages printed as lines.
  var drawsPictures: Bool {
    recordFormat == nil && options.fields == nil && !line.origin.printsPages
  }

  /// The traits of a drawing in a file, whose colours don't depend on the terminal.
  var drawingTraits: Traits {
    var traits = traits
    traits.depth = options.color == .never ? .none : .trueColor
    traits.pictures = PictureScreen()
    return traits
  }

  /// A profile with a page of one of its tabs and their thumbnails, read in one snapshot.
  func profile(
    of user: Handle?, tab: ProfileTab, _ page: PageRequest
  ) throws -> (shown: ShownProfile, thumbnails: ThumbnailSet) {
    let network = try network()
    let viewer = try viewer()
    var thumbnails = ThumbnailSet()
    let shown = try network.atOneMoment { () throws(ServiceError) in
      let shown = try network.users.show(user, tab: tab, as: viewer, page)
      if drawsPictures {
        thumbnails = try network.pictures.thumbnails(
          of: shown.posts.items, avatarOf: shown.profile.item.user.id,
          banner: shown.profile.item.user.banner?.hash)
      }
      return shown
    }
    return (shown, thumbnails)
  }
}
