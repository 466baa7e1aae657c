package import Model
internal import Storage

/// The pictures of posts and people, and the cache of thumbnails.
package struct PictureService {
  let store: any Store

  /// The cached thumbnails of posts, of a user's avatar and banner, and of avatars in a list, and
  /// the hashes without a thumbnail.
  package func thumbnails(
    of posts: [Post], avatarOf user: User.ID? = nil, banner: String? = nil,
    people: [Handle] = []
  ) throws(ServiceError) -> ThumbnailSet {
    try store.read { reading in
      let avatar = try user.flatMap { try reading.pictures.avatarHash(of: $0) }
      var set = ThumbnailSet(avatar: avatar)
      for handle in Set(people) {
        let id = try reading.userID(ifAny: handle)
        set.setAvatar(try id.flatMap { try reading.pictures.avatarHash(of: $0) }, of: handle)
      }
      let own = ([avatar, banner] + set.avatars.values).compactMap(\.self)
      for hash in own + posts.compactMap(\.repeated.image?.hash) where !set.knows(hash) {
        switch try reading.pictures.thumbnail(of: hash) {
        case .kept(let thumbnail): set.add(thumbnail, of: hash)
        case .missing: set.add(nil, of: hash)
        case .undecodable: set.addUndecodable(hash)
        }
      }
      return set
    }
  }

  /// The original bytes of a picture; nil if it is deleted.
  ///
  /// Throws `damaged` if the bytes do not match the hash.
  package func original(_ hash: String) throws(ServiceError) -> [UInt8]? {
    guard let content = try store.read({ try $0.pictures.content(of: hash) }) else { return nil }
    guard PictureHash(of: content) == PictureHash(hash) else { throw .storage(.file(.damaged)) }
    return content
  }

  /// The cached copy of the whole picture, a JPEG file, if any.
  package func wholeCopy(_ hash: String) throws(ServiceError) -> [UInt8]? {
    try store.read { try $0.pictures.wholeCopy(of: hash) }
  }

  /// Caches new copies and the hashes of undecodable pictures, if the file can be written at once.
  ///
  /// Otherwise drops them silently: they only save time, and a reader must not wait.
  package func offer(_ copies: [String: PictureCopies], undecodable: Set<String> = []) {
    guard !copies.isEmpty || !undecodable.isEmpty else { return }
    store.offer { writing in
      for (hash, copies) in copies { try writing.keep(copies, of: hash) }
      for hash in undecodable { try writing.markUndecodable(hash) }
    }
  }

  package func cache() throws(ServiceError) -> ThumbnailCache {
    try store.read { try $0.pictures.cache() }
  }

  /// Deletes all thumbnails and the marks of undecodable pictures, and shrinks the file.
  package func clearCache(isDryRun: Bool = false) throws(ServiceError) -> ClearedCache {
    try store.write(isDryRun: isDryRun) { try $0.clearThumbnails() }
  }
}
