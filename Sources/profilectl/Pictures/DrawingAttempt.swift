import Model
import Pictures

/// What came of making the thumbnail of a picture that is kept.
enum DrawingAttempt {
  case drawn(Thumbnail)
  /// To be remembered, so that nobody tries again.
  case undecodable
  /// The picture may be sound, and the next look make its thumbnail; with what is missing here.
  case undecided(MissingDecoder?)

  /// Takes as long as the child needs.
  init(_ original: [UInt8]) {
    do throws(PictureError) {
      let (thumbnail, lack) = try ReadPicture.thumbnail(of: original)
      self = if let thumbnail { .drawn(thumbnail) } else { .undecided(lack) }
    } catch {
      self = error.isLasting ? .undecodable : .undecided(nil)
    }
  }
}
