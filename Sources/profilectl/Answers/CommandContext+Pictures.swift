import CommandLine
import Model
import Pictures
import Rendering
import Services
import Terminal

/// Pictures on their way from a file, into one, and onto the page.
extension CommandContext {
  /// Reads a picture for the network that `network` is.
  ///
  /// Whether there is anybody to give it is found out first: a large one takes seconds.
  func picture(
    at path: String, for network: Network, as viewer: Viewer
  ) throws -> ReadPicture {
    try network.users.expectActor(viewer)
    let path = surroundings.path(path)
    let own = FileService.paths(of: network.file.path)
    return try decoding { try ReadPicture(path: path, besides: own, while: $0) }
  }

  /// Decodes pictures until a signal comes, and tells people so while it takes long.
  private func decoding<Value>(
    _ decode: (_ goesOn: () -> Bool) throws -> Value
  ) throws -> Value {
    var line = progressLine()
    defer { line.finish() }
    let value = try decode {
      guard line.isDue else { return Interruption.pending == nil }
      if line.isOnTerminal, !line.isDrawn {
        let words = interruption(ofWrite: host.expectsWrite)
        Interruption.arm(saying: RedrawnLine.clear + words)
      }
      line.draw(ProgressLine("decoding the picture", done: 0, of: nil, milliseconds: 0))
      return Interruption.pending == nil
    }
    guard Interruption.pending != nil else { return value }
    let error: any Error = host.expectsWrite ? ServiceError.interrupted : Interrupted()
    throw error
  }

  /// Writes the original of a post's picture to a file that is not there yet.
  func save(_ original: [UInt8]?, of post: Post, to path: String) throws {
    guard let original else { throw PictureTrouble.noPicture(post.id) }
    let path = surroundings.path(path)
    try FileService.checkName(path)
    do throws(NewFileError) {
      try undoingIfStopped { () throws(NewFileError) in try NewFile.write(original, to: path) }
    } catch {
      throw PictureTrouble.unsaved(path, error)
    }
    expectSaved()
  }

  /// Writes a page with its pictures, of which no two are in memory at once.
  ///
  /// One that was deleted since the page was read is empty, and its alternative text is shown.
  func answer(_ page: KeptPage, with pictures: PictureService) throws {
    for piece in page.pieces {
      switch piece {
      case .text(let bytes): try host.streams.write(Array(bytes))
      case .picture(let hash):
        if Interruption.pending != nil { throw Interrupted() }
        let content = try pictures.original(hash).flatMap(PictureContent.init)
        try answer(Output(content?.address ?? "data:,"))
      }
    }
  }

  /// Whether the answer is drawn, and neither told as a record nor read out.
  var drawsPictures: Bool { recordFormat == nil && options.fields == nil && !isReadOut }

  /// Whether pages are told to somebody in lines.
  var isReadOut: Bool { host.setting.tellsPages }

  /// So long thumbnails are made for one answer; the others are made for the next.
  private static let patienceForThumbnails: Duration = .seconds(10)

  /// Makes the thumbnails that are missing, and gives back what is to be kept after the answer.
  func makeMissing(
    in thumbnails: inout ThumbnailSet, from pictures: PictureService
  ) throws -> MadeThumbnails {
    var made = MadeThumbnails()
    let end = ContinuousClock.now + CommandContext.patienceForThumbnails
    try decoding { goesOn in
      for hash in thumbnails.missing where ContinuousClock.now < end {
        guard goesOn(), let original = try intact(hash, from: pictures) else { continue }
        switch DrawingAttempt(original, while: goesOn) {
        case .drawn(let thumbnail):
          thumbnails.add(thumbnail, of: hash)
          made.kept[hash] = thumbnail
        case .undecodable:
          thumbnails.addUndecodable(hash)
          made.undecodable.insert(hash)
        case .undecided(let reason): made.hindrance = made.hindrance ?? reason
        }
      }
    }
    return made
  }

  /// Says why pictures of the page that follows are missing.
  func remark(onMissingIn made: MadeThumbnails) throws {
    guard let hindrance = made.hindrance, remarks else { return }
    try tell("Pictures can't be drawn yet:", hindrance)
  }

  /// Nil for one that is damaged, too: what else a page shows is sound.
  private func intact(
    _ hash: String, from pictures: PictureService
  ) throws(ServiceError) -> [UInt8]? {
    do throws(ServiceError) {
      return try pictures.original(hash)
    } catch .file(.damaged) {
      return nil
    }
  }

  /// Says why a picture that was saved can't be drawn yet, and what has to be installed for it.
  func tell(_ hindrance: Hindrance?) throws {
    guard let hindrance, !options.isQuiet else { return }
    try tell("Note: The picture is kept, but can't be drawn yet:", hindrance)
  }

  /// Breaks the sentence to fit a window, and not what is typed next.
  private func tell(_ beginning: String, _ hindrance: Hindrance) throws {
    let sentence = "\(beginning) \(Wording.reason(for: hindrance).string)."
    for line in WordWrap.lines(sentence, width: surroundings.messageWidth) {
      try say(SafeText(line))
    }
    if let remedy = Wording.remedy(for: hindrance) { try say("Hint: \(remedy)") }
  }
}
