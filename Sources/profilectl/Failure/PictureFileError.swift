import Files
import Model
import Pictures

/// Why a picture can't be taken from a file, or put into one.
enum PictureFileError: Error, Equatable {
  case unreadable(String, FileError)
  /// The file was read, and is no picture that can be kept.
  case refused(String, PictureError)
  /// There is a post, but it shows no picture.
  case noPicture(Post.ID)
  case unsaved(String, FileError)
}
