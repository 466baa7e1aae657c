package import Model
internal import Storage

/// The pictures of posts and people, and the cache of small copies that are drawn in their stead.
package struct PictureService {
  let store: any Store

  /// The kept thumbnails of some posts, of a user's avatar and banner, and of the avatars of people
  /// in a list; and which are missing.
  package func thumbnails(
    of posts: [Post], avatarOf user: User.ID? = nil, banner: String? = nil,
    people: [Handle] = []
  ) throws(ServiceError) -> ThumbnailSet {
    try store.read { reading in
      let avatar = try user.flatMap { try reading.avatarHash(of: $0) }
      var set = ThumbnailSet(avatar: avatar)
      for handle in Set(people) {
        guard let id = try reading.userID(ifAny: handle) else { continue }
        if let hash = try reading.avatarHash(of: id) { set.name(hash, asAvatarOf: handle) }
      }
      let own = [avatar, banner].compactMap(\.self) + set.avatars.values
      for hash in own + posts.compactMap(\.repeated.image?.hash) where !set.knows(hash) {
        switch try reading.thumbnail(of: hash) {
        case .kept(let thumbnail): set.add(thumbnail, of: hash)
        case .missing: set.add(nil, of: hash)
        case .undecodable: set.addUndecodable(hash)
        }
      }
      return set
    }
  }

  /// The hash of a user's avatar; nil if they have none.
  package func avatarHash(of user: User.ID) throws(ServiceError) -> String? {
    try store.read { try $0.avatarHash(of: user) }
  }

  /// The bytes of a picture as somebody once gave them; nil when it is kept no longer.
  ///
  /// Never others: one that was damaged is trouble with the file. Nothing else reads them.
  package func original(_ hash: String) throws(ServiceError) -> [UInt8]? {
    guard let content = try store.read({ try $0.content(of: hash) }) else { return nil }
    guard PictureHash(of: content) == PictureHash(hash) else { throw .storage(.file(.damaged)) }
    return content
  }

  /// The copy of the whole picture, a JPEG file; nil if none is kept.
  package func wholeCopy(_ hash: String) throws(ServiceError) -> [UInt8]? {
    try store.read { try $0.wholeCopy(of: hash) }
  }

  /// Keeps copies that were made again, and which pictures can't be decoded, if the file can be
  /// written at once.
  ///
  /// If not they are not kept, and nothing is said: they only save work, and whoever reads must not
  /// wait.
  package func offer(_ copies: [String: PictureCopies], undecodable: Set<String> = []) {
    guard !copies.isEmpty || !undecodable.isEmpty else { return }
    store.offer { writing in
      for (hash, copies) in copies { try writing.keep(copies, of: hash) }
      for hash in undecodable { try writing.markUndecodable(hash) }
    }
  }

  /// How many thumbnails are kept; what is known of other pictures doesn't count.
  package func cache() throws(ServiceError) -> ThumbnailCache {
    try store.read { try $0.cache() }
  }

  /// Drops every thumbnail, forgets which pictures can't be decoded, and gives the room in the file
  /// back.
  package func clearCache(isRehearsal: Bool = false) throws(ServiceError) -> ClearedCache {
    try store.write(isRehearsal: isRehearsal) { try $0.clearThumbnails() }
  }
}
