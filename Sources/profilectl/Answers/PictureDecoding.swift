import Files
import Model
import Pictures
import Services
import Terminal

/// A picture that was read from a file, checked, and made small.
struct ReadPicture {
  let draft: PictureDraft
  /// The reason why there is no thumbnail, if that is not the picture's fault.
  let hindrance: DecoderUnavailable?

  /// `others` are files that may not be opened: those of the database, whose locks closing them
  /// would drop.
  ///
  /// `goesOn` is asked ten times a second or more often, and may give the thumbnail up.
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
      let thumbnail: Thumbnail?
      let header = try PictureHeader(reading: content)
      switch try PictureDecoder().thumbnail(of: content, with: header, while: goesOn) {
      case .success(let pixels): (thumbnail, hindrance) = (Thumbnail(pixels: pixels), nil)
      case .failure(let reason): (thumbnail, hindrance) = (nil, reason)
      }
      draft = PictureDraft(
        content: content, width: header.width, height: header.height, thumbnail: thumbnail)
    } catch {
      throw .refused(path, error)
    }
  }
}

/// The result of making the thumbnail of a stored picture.
enum DrawingAttempt {
  case drawn(Thumbnail)
  /// Stored, so that it is not tried again.
  case undecodable
  /// The picture may be sound, and the next attempt succeed.
  case undecided(DecoderUnavailable)

  /// Takes as long as the child process; `goesOn` is asked ten times a second or more often, and
  /// may give it up.
  init(_ original: [UInt8], while goesOn: () -> Bool) {
    do throws(PictureError) {
      let header = try PictureHeader(reading: original)
      switch try PictureDecoder().thumbnail(of: original, with: header, while: goesOn) {
      case .success(let pixels):
        self = Thumbnail(pixels: pixels).map(Self.drawn) ?? .undecided(.crashed)
      case .failure(let hindrance): self = .undecided(hindrance)
      }
    } catch {
      // A crash may be the machine's fault; any other error would come again.
      self = error == .decoderFailed ? .undecided(.crashed) : .undecodable
    }
  }
}
