import Model
import Pictures
import Services
import Terminal

/// A picture that was read from a file, judged, and made small.
struct ReadPicture {
  let draft: PictureDraft
  /// What kept the thumbnail from being made, where that is not the picture's fault.
  let lack: MissingDecoder?

  /// `others` are files that may not be opened: those of the database, which would lose its locks.
  init(path: String, besides others: [String]) throws(PictureTrouble) {
    let content: [UInt8]
    do throws(WholeFileError) {
      content = try WholeFile.read(
        path, atMost: PictureLimits.byteCount, unlessSameAs: others)
    } catch {
      throw .unreadable(path, error)
    }
    do throws(PictureError) {
      let header = try PictureHeader(reading: content)
      let (thumbnail, lack) = try ReadPicture.thumbnail(of: content)
      draft = PictureDraft(
        content: content, width: header.width, height: header.height, thumbnail: thumbnail)
      self.lack = lack
    } catch {
      throw .refused(path, error)
    }
  }

  /// Nil, and what is missing, where nothing here can decode it.
  static func thumbnail(
    of content: [UInt8]
  ) throws(PictureError) -> (Thumbnail?, MissingDecoder?) {
    do throws(PictureError) {
      return (Thumbnail(pixels: try PictureDecoder().thumbnail(of: content)), nil)
    } catch .decoderMissing(let lack) {
      return (nil, lack)
    } catch {
      throw error
    }
  }
}
