/// The part that decoding needs and this machine lacks.
package enum MissingDecoder: Equatable, Sendable {
  /// `profilectl-picture` is not beside the program.
  case child
  /// The library gdk-pixbuf.
  case library
  /// The part of gdk-pixbuf that reads this format.
  case loader(PictureFormat)
}
