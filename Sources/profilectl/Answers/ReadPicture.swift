import Model
import Pictures
import Services
import Terminal

/// A picture that was read from a file, judged, and made small.
struct ReadPicture {
  let draft: PictureDraft
  /// What kept the thumbnail from being made, where that is not the picture's fault.
  let hindrance: Hindrance?

  /// `others` are files that may not be opened: those of the database, which would lose its locks.
  ///
  /// `goesOn` is asked ten times a second or more often, and may give the thumbnail up.
  init(
    path: String, besides others: [String], while goesOn: () -> Bool
  ) throws(PictureTrouble) {
    let content: [UInt8]
    do throws(WholeFileError) {
      content = try WholeFile.read(
        path, atMost: PictureLimits.byteCount, unlessSameAs: others)
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
