import Model
import Pictures

/// What came of making the thumbnail of a picture that is kept.
enum DrawingAttempt {
  case drawn(Thumbnail)
  /// To be remembered, so that nobody tries again.
  case undecodable
  /// The picture may be sound, and the next look make its thumbnail; with what prevented it.
  case undecided(Hindrance)

  /// Takes as long as the child needs; `goesOn` is asked ten times a second or more often, and may
  /// give it up.
  init(_ original: [UInt8], while goesOn: () -> Bool) {
    do throws(PictureError) {
      let header = try PictureHeader(reading: original)
      switch try PictureDecoder().thumbnail(of: original, with: header, while: goesOn) {
      case .success(let pixels):
        self = Thumbnail(pixels: pixels).map(Self.drawn) ?? .undecided(.crashed)
      case .failure(let hindrance): self = .undecided(hindrance)
      }
    } catch {
      // A crash may lie in the machine; another try would come to the same with anything else, or
      // cost as much for nothing.
      self = error == .decoderFailed ? .undecided(.crashed) : .undecodable
    }
  }
}
