import Files
import Model
import Pictures
import Rendering

/// Why a picture can't be read from a file, or saved to one.
enum PictureFileError: Error, Equatable {
  case unreadable(String, FileError)
  /// The file was read, and is not a picture that can be stored.
  case refused(String, PictureError)
  /// The post has no picture to save.
  case noPicture(Post.ID)
  /// The picture of a post of a shared network has not arrived.
  case awaited(Post.ID)
  case unsaved(String, FileError)
}

/// Words for pictures that can't be read, kept, drawn or saved.
enum PictureErrorWords {
  static func failure(for error: PictureFileError) -> Failure {
    switch error {
    case .unreadable(let path, let error): failure(reading: path, error)
    case .refused(let path, let error):
      Failure(
        .badPicture, sentence(for: error, of: quoted(path)),
        hint: .other(["file"], about: [path]),
        input: path)
    case .noPicture(let post):
      Failure(
        .fileMissing, "Post \(post.number) has no picture.",
        hint: .command(["view", String(post.number)]),
        input: String(post.number))
    case .awaited(let post):
      Failure(
        .fileMissing, "The picture of post \(post.number) has not arrived.",
        hint: .command(["sync"]), input: String(post.number))
    case .unsaved(let path, let error): failure(writing: path, error)
    }
  }

  private static func failure(reading path: String, _ error: FileError) -> Failure {
    let (code, sentence): (ErrorCode, String) =
      switch error.reason {
      case .system where error.isMissing:
        (.fileMissing, "There is no file \(quoted(path))." + Phrases.didYouMean(like: path))
      case .notPlain: (.badPicture, "\(quoted(path)) \(Phrases.notPlain).")
      case .tooLarge: (.badPicture, tooLarge(quoted(path)))
      case .excluded: (.badPicture, "\(quoted(path)) is the database itself.")
      case .system:
        (
          error.isPermission ? .notPermitted : .ioError,
          "The picture \(quoted(path)) can't be read: \(error.words)."
        )
      }
    return Failure(
      code, sentence, hint: error.isMissing ? .look(for: path) : .look(at: path), input: path)
  }

  private static func failure(writing path: String, _ error: FileError) -> Failure {
    if error.isTaken {
      return Failure(
        .cannotCreate, "\(quoted(path)) already exists; --yes replaces it.",
        hint: .attributes(of: path), input: path)
    }
    if error.isFullDisk {
      return Failure(
        .diskFull, "The disk is full; the picture was not saved.", hint: .diskSpace,
        input: path)
    }
    return error.isDevice
      ? Failure(.ioError, "\(quoted(path)) can't be written: \(error.words).", input: path)
      : Failure(.cannotCreate, "\(quoted(path)) can't be created: \(error.words).", input: path)
  }

  private static func sentence(for error: PictureError, of picture: String) -> String {
    switch error {
    case .notAPicture: "\(picture) is not a PNG, JPEG, GIF or WebP picture."
    case .tooManyBytes: tooLarge(picture)
    case .tooManyPixels(let width, let height):
      "\(picture) is too large: \(width) by \(height) pixels are more than "
        + "\(PictureLimits.pixelCount / 1_000_000) million."
    case .truncated: "\(picture) is cut off: the file ends in the middle of the picture."
    case .undecodable: "\(picture) is damaged, or uses an encoding that this program can't read."
    case .tooSlow: "\(picture) takes too long to decode."
    case .tooMuchMemory: "\(picture) takes too much memory to decode."
    case .decoderFailed: "\(picture) crashed its decoder."
    }
  }

  private static func tooLarge(_ picture: String) -> String {
    "\(picture) is larger than \(PictureLimits.byteCount >> 20) MiB."
  }

  /// Why pictures are kept but not drawn.
  static func reason(for obstacle: DecoderUnavailable) -> SafeText {
    switch obstacle {
    case .noChild: "profilectl-picture is not beside profilectl; install both in one folder"
    case .notStarted(let errno):
      "profilectl-picture can't be started: \(SafeText(FileError.words(for: errno)))"
    case .notRunning: "profilectl-picture doesn't run here"
    case .ended: "profilectl-picture was killed"
    case .late: "profilectl-picture did not answer in time"
    case .crashed: "profilectl-picture crashed"
    case .memoryLimited, .dataLimited: "a limit leaves profilectl-picture too little memory"
    case .timeLimited: "a limit leaves profilectl-picture too little processor time"
    }
  }

  /// The line that shows the limit in the way; nil where there is none.
  static func remedy(for obstacle: DecoderUnavailable) -> SafeText? {
    switch obstacle {
    case .noChild, .notRunning, .notStarted, .ended, .late, .crashed: nil
    case .memoryLimited: "ulimit -v"
    case .dataLimited: "ulimit -d"
    case .timeLimited: "ulimit -t"
    }
  }
}
