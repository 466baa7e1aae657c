/// A defect of a picture, or a failure over it, unlike `DecoderUnavailable`.
package enum PictureError: Error, Equatable, Sendable {
  /// The bytes begin like no format we know.
  case notAPicture
  case tooManyBytes(Int)
  case tooManyPixels(width: Int, height: Int)
  /// The file ends before the picture does.
  case truncated
  /// It begins like a picture and then breaks the rules of its format.
  case undecodable
  /// It takes more time than the child allows itself.
  case tooSlow
  case tooMuchMemory
  /// The child crashed over it, or wrote more than a thumbnail.
  case decoderFailed
}
