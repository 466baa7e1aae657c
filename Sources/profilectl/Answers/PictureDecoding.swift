import Files
import Model
import Pictures
import Services
import Storage

/// A picture that was read from a file, checked, and scaled down.
struct ReadPicture {
  let draft: PictureDraft
  /// The reason why there is no thumbnail, unless the picture causes it.
  let unavailability: DecoderUnavailable?

  /// Reads and decodes a picture.
  ///
  /// The files in `others` are never opened: closing a database file would drop its locks. `goesOn`
  /// is asked at least ten times a second; false gives up the thumbnail.
  init(
    path: String, besides others: [String], while goesOn: () -> Bool
  ) throws(PictureFileError) {
    let content: [UInt8]
    do throws(FileError) {
      content = try WholeFile.read(path, atMost: PictureLimits.byteCount, unlessSameAs: others)
    } catch {
      throw .unreadable(path, error)
    }
    do throws(PictureError) {
      let copies: PictureCopies?
      let header = try PictureHeader(reading: content)
      switch try PictureDecoder().copies(of: content, with: header, while: goesOn) {
      case .success(let made): (copies, unavailability) = (PictureCopies(made), nil)
      case .failure(let reason): (copies, unavailability) = (nil, reason)
      }
      draft = PictureDraft(
        content: content, width: header.width, height: header.height, copies: copies)
    } catch {
      throw .refused(path, error)
    }
  }
}

/// The result of making copies of a stored picture, or of drawing one.
enum DrawingAttempt<Drawn> {
  case drawn(Drawn)
  /// The result is stored, so that no further attempt is made.
  case undecodable
  /// The picture may be sound, and the next attempt may succeed.
  case undecided(DecoderUnavailable)

  /// A crash may be the machine's fault; any other error would repeat.
  private init(
    _ make: () throws(PictureError) -> Result<Drawn?, DecoderUnavailable>
  ) {
    do throws(PictureError) {
      switch try make() {
      case .success(let drawn): self = drawn.map(Self.drawn) ?? .undecided(.crashed)
      case .failure(let unavailability): self = .undecided(unavailability)
      }
    } catch {
      self = error == .decoderFailed ? .undecided(.crashed) : .undecodable
    }
  }
}

extension DrawingAttempt<PictureCopies> {
  /// Makes the copies in a child process.
  ///
  /// `goesOn` is asked at least ten times a second; false gives up.
  init(copying original: [UInt8], while goesOn: () -> Bool) {
    self.init { () throws(PictureError) in
      let header = try PictureHeader(reading: original)
      return try PictureDecoder().copies(of: original, with: header, while: goesOn)
        .map { PictureCopies($0) }
    }
  }
}

extension DrawingAttempt<Thumbnail> {
  /// Draws the copy of a whole picture.
  init(drawing copy: [UInt8], while goesOn: () -> Bool) {
    self.init { () throws(PictureError) in
      try PictureDecoder().pixels(of: copy, while: goesOn).map {
        Thumbnail(width: $0.width, height: $0.height, pixels: $0.pixels)
      }
    }
  }
}

extension PictureCopies {
  fileprivate init?(_ made: (tile: [UInt8], whole: [UInt8])) {
    guard let tile = Thumbnail(pixels: made.tile) else { return nil }
    self.init(tile: tile, whole: made.whole)
  }
}

extension PictureService {
  /// The original bytes; nil also for a damaged picture.
  func intact(_ hash: String) throws(ServiceError) -> [UInt8]? {
    do throws(ServiceError) {
      return try original(hash)
    } catch .storage(.file(.damaged)) {
      return nil
    }
  }

  /// Draws a whole picture from its kept copy, or from new copies of the original, which the caller
  /// may keep.
  ///
  /// No picture if it can't be drawn now, or its original is gone or damaged.
  func drawWhole(
    _ hash: String, while goesOn: () -> Bool
  ) throws(ServiceError) -> (picture: Thumbnail?, made: MadeThumbnails) {
    var made = MadeThumbnails()
    if let copy = try wholeCopy(hash),
      case .drawn(let picture) = DrawingAttempt(drawing: copy, while: goesOn)
    {
      return (picture, made)
    }
    guard let original = try intact(hash),
      made.record(DrawingAttempt(copying: original, while: goesOn), of: hash) != nil
    else { return (nil, made) }
    switch DrawingAttempt(drawing: made.kept[hash]?.whole ?? [], while: goesOn) {
    case .drawn(let picture): return (picture, made)
    case .undecodable: made.undecodable.insert(hash)
    case .undecided: break
    }
    return (nil, made)
  }

  /// Offers the copies to the network, which keeps them if no other process writes.
  func offer(_ made: MadeThumbnails) {
    offer(made.kept, undecodable: made.undecodable)
  }
}

/// The copies of pictures that were made, by the hashes of the pictures.
struct MadeThumbnails {
  var kept: [String: PictureCopies] = [:]
  /// Pictures that need not be tried again.
  var undecodable: Set<String> = []

  /// Records the result of copying a picture, and returns its tile.
  mutating func record(_ attempt: DrawingAttempt<PictureCopies>, of hash: String) -> Thumbnail? {
    switch attempt {
    case .drawn(let copies):
      kept[hash] = copies
      return copies.tile
    case .undecodable: undecodable.insert(hash)
    case .undecided: break
    }
    return nil
  }
}
