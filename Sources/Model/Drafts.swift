/// A user to be created; a blank name or bio is dropped.
package struct UserDraft: Sendable {
  package var handle: Handle
  package let name: DisplayName?
  package let bio: Bio?
  package var createdAt: Moment

  package init(handle: Handle, name: DisplayName? = nil, bio: Bio? = nil, createdAt: Moment) {
    self.handle = handle
    self.name = name?.readable
    self.bio = bio?.readable
    self.createdAt = createdAt
  }
}

/// Changes to a profile; nil keeps a field, and a blank text clears it.
package struct ProfileChanges: Sendable {
  package var handle: Handle?
  package let name: DisplayName?
  package let bio: Bio?
  package var avatar: AvatarChange
  package var banner: AvatarChange

  package init(
    handle: Handle? = nil, name: DisplayName? = nil, bio: Bio? = nil, avatar: AvatarChange = .keep,
    banner: AvatarChange = .keep
  ) {
    self.handle = handle
    self.name = name?.readable
    self.bio = bio?.readable
    (self.avatar, self.banner) = (avatar, banner)
  }

  /// A change to the avatar or the banner of a profile.
  package enum AvatarChange: Sendable {
    case keep, remove
    case set(PictureDraft)

    package var isKeep: Bool { if case .keep = self { true } else { false } }
  }
}

/// A post to be published.
package struct PostDraft: Sendable {
  package let text: PostText
  package let picture: PictureDraft?
  /// Describes the picture in words.
  package let alt: AltText?
  package var isPrivate: Bool
  /// Returns the time of the post when it is written, so that times have the order of the writes.
  ///
  /// If another post has that time, this one gets a free time shortly after it.
  package let at: @Sendable () -> Moment
  /// The time of the notices of the post; nil for the time of the post.
  package let savedAt: Moment?
  /// Whether `at` is a clock, which may step back; a file then dates the post after all others.
  package let isNow: Bool

  /// Nil if the post has neither a readable text nor a picture.
  ///
  /// `alt` is dropped if it is blank or there is no picture.
  package init?(
    text: PostText, picture: PictureDraft? = nil, alt: AltText? = nil, isPrivate: Bool = false,
    savedAt: Moment? = nil, isNow: Bool = false,
    at: @escaping @autoclosure @Sendable () -> Moment
  ) {
    guard picture != nil || !text.isBlank else { return nil }
    self.text = text.readable
    self.picture = picture
    self.alt = picture == nil || alt?.isBlank == true ? nil : alt
    (self.isPrivate, self.savedAt, self.isNow, self.at) = (isPrivate, savedAt, isNow, at)
  }
}

/// Changes to the words of a post; nil keeps a field, and a blank text clears it.
package struct PostChanges: Sendable {
  package let text: PostText?
  package let alt: AltText?

  package init(text: PostText? = nil, alt: AltText? = nil) {
    self.text = text?.readable
    self.alt = alt?.readable
  }
}

/// A picture to be stored: its original bytes, size and copies.
package struct PictureDraft: Sendable {
  package let content: [UInt8]
  package let width: Int
  package let height: Int
  /// Nil if they are made when the picture is first shown.
  package let copies: PictureCopies?
  /// Computed here and not in the transaction, for which other processes wait.
  package let hash: PictureHash

  package init(content: [UInt8], width: Int, height: Int, copies: PictureCopies? = nil) {
    precondition(!content.isEmpty && width > 0 && height > 0, "A picture has bytes and a size.")
    (self.content, self.width, self.height, self.copies) = (content, width, height, copies)
    hash = PictureHash(of: content)
  }
}

/// The identity of a picture: the SHA-256 of its original bytes.
package struct PictureHash: Hashable, Sendable {
  package let bytes: [UInt8]

  package init(of content: [UInt8]) {
    bytes = SHA256.digest(of: content)
  }

  /// A stored or finished hash.
  package init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads the 64 digits of `Image.hash`; nil for anything else.
  package init?(_ digits: String) {
    let values = digits.utf8.compactMap(PictureHash.value)
    guard digits.utf8.count == 64, values.count == 64 else { return nil }
    bytes = stride(from: 0, to: 64, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }

  /// The 64 digits of `Image.hash`.
  package var digits: String { bytes.hexadecimal }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

/// The number of a picture in a network.
///
/// It is derived from the content hash. References to a lost row never show another picture, and
/// show the same picture again after it is stored again.
package struct PictureID: Hashable, Sendable {
  package let number: Int64

  package init(_ number: Int64) { self.number = number }

  /// The first number to try; if another picture has it, `next` is tried.
  package init(for hash: PictureHash) {
    number = max(1, hash.bytes.prefix(8).reduce(0) { $0 << 8 | Int64($1) } & Int64.max >> 1)
  }

  package var next: PictureID { PictureID(number + 1) }
}
