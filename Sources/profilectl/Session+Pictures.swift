import Model
import Pictures
import Rendering
import Services
import Terminal

/// Pictures on their way from a file, into one, and onto the page.
extension Session {
  /// Reads a picture for the network that `network` is.
  func picture(at path: String, for network: Network) throws -> ReadPicture {
    let database = network.file.path
    return try ReadPicture(
      path: path, besides: ["", "-wal", "-shm", "-lock"].map { database + $0 })
  }

  /// Writes the original of a post's picture to a file that is not there yet.
  func save(_ original: [UInt8]?, of post: Post, to path: String) throws {
    guard let original else { throw PictureTrouble.noPicture(post.id) }
    do throws(NewFileError) {
      try NewFile.write(original, to: path)
    } catch {
      throw PictureTrouble.unsaved(path, error)
    }
  }

  /// Whether the answer is drawn, and not told as a record.
  var drawsPictures: Bool { recordFormat == nil && options.fields == nil }

  /// Makes the thumbnails that are missing and gives back those it made, to be kept after the answer.
  ///
  /// A picture that can't be decoded stays missing; where nothing can be decoded, people are told why.
  func makeMissing(
    in thumbnails: inout ThumbnailSet, from pictures: PictureService
  ) throws -> [String: Thumbnail] {
    var made: [String: Thumbnail] = [:]
    for hash in thumbnails.missing {
      guard let original = try pictures.original(hash),
        let (thumbnail, lack) = try? ReadPicture.thumbnail(of: original)
      else { continue }
      if let lack {
        try remark(Wording.remark(on: lack))
        break
      }
      thumbnails.add(thumbnail, of: hash)
      made[hash] = thumbnail
    }
    return made
  }

  /// Says what has to be installed before a picture that was saved can be drawn.
  func tell(_ lack: MissingDecoder?) throws {
    guard let lack, !options.isQuiet else { return }
    try say(Wording.remark(on: lack))
    if let package = Wording.package(for: lack) { try say("Hint: sudo apt install \(package)") }
  }
}
