import Model
import Services

extension PictureDraft {
  /// A small picture; equal numbers have equal content, and even numbers have a thumbnail.
  package static func numbered(_ number: Int) -> PictureDraft {
    PictureDraft(
      content: Array("picture \(number)".utf8), width: number + 1, height: 7,
      copies: number % 2 == 0 ? .plain(UInt8(number)) : nil)
  }
}

extension Thumbnail {
  /// A thumbnail of equal bytes.
  package static func plain(_ byte: UInt8) -> Thumbnail {
    guard let thumbnail = Thumbnail(pixels: Array(repeating: byte, count: byteCount)) else {
      fatalError("A thumbnail has as many bytes as it should.")
    }
    return thumbnail
  }
}

extension PictureCopies {
  /// A tile of equal bytes, and nothing else.
  package static func plain(_ byte: UInt8) -> PictureCopies { PictureCopies(tile: .plain(byte)) }
}

extension Network {
  /// Posts a picture without a text.
  @discardableResult
  package func show(
    _ picture: Int, by handle: String, isPrivate: Bool = false, at microseconds: Int64 = 1
  ) throws(ServiceError) -> Outcome {
    try show(.numbered(picture), by: handle, isPrivate: isPrivate, at: microseconds)
  }

  @discardableResult
  package func show(
    _ picture: PictureDraft, by handle: String, text: String = "", alt: String? = nil,
    isPrivate: Bool = false, at microseconds: Int64 = 1, isDryRun: Bool = false
  ) throws(ServiceError) -> Outcome {
    let draft: PostDraft?
    do {
      draft = PostDraft(
        text: try PostText(text), picture: picture, alt: try alt.map { try AltText($0) },
        isPrivate: isPrivate, at: Moment(microseconds: microseconds))
    } catch {
      throw .storage(.internal("\(error)"))
    }
    guard let draft else { throw .emptyPost }
    return try posts.publish(
      draft, as: .named(Handle(stored: handle)), isDryRun: isDryRun)
  }

  /// Sets or removes a user's avatar.
  @discardableResult
  package func wear(_ picture: Int?, by handle: String) throws(ServiceError) -> Outcome.Result {
    let avatar = picture.map { ProfileChanges.AvatarChange.set(.numbered($0)) } ?? .remove
    return try users.edit(
      ProfileChanges(avatar: avatar), as: .named(Handle(stored: handle))
    ).result
  }

  /// The posts of a user's tab.
  package func shown(_ handle: String) throws(ServiceError) -> [Post] {
    try users.show(
      Handle(stored: handle), tab: .posts, as: .nobody, PageRequest(limit: 99)
    ).posts.items
  }
}
