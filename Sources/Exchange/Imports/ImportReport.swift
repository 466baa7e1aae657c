package import Model

/// The results of the records of one kind; `read` is their sum.
package struct ImportCounts: Equatable, Sendable {
  package var added = 0
  package var updated = 0
  package var unchanged = 0
  package var refused = 0

  package var read: Int { added + updated + unchanged + refused }
}

/// The reason why a valid record was left out.
package enum SkipReason: String, CaseIterable, Sendable {
  case block, bookmark, comment, deleted, derived, direct, duplicate, repost
  case emptyPost = "empty_post"
  case followersOnly = "followers_only"
  case likeOfUnknownPost = "like_of_unknown_post"
  case pictureMissing = "picture_missing"
  case selfFollow = "self_follow"
  case unsafeName = "unsafe_name"
  case unsupportedMedia = "unsupported_media"
  case unsupportedRecord = "unsupported_record"
}

/// How a record was changed to fit.
package enum ChangeReason: String, CaseIterable, Sendable {
  case renamed, split, shortened, cleaned
  /// A follow that only one of two trees has.
  case oneSided = "one_sided"
  case timeMoved = "time_moved"
}

/// The answer to an import.
package struct ImportReport: Equatable, Sendable {
  package struct Input: Equatable, Sendable {
    package let path: String
    package let format: String
    package var owner: Handle?
  }

  package var inputs: [Input] = []
  package var counts: [ContentKind: ImportCounts] = [:]
  package var placeholders = 0
  package var skipped: [SkipReason: Int] = [:]
  package var changed: [ChangeReason: Int] = [:]
  package var refused: [RecordRefusal.Reason: Int] = [:]
  /// The first refusals, for the report of an import that keeps going.
  package var refusals: [RecordRefusal] = []

  /// The number of things that were added or changed.
  package var changes: Int {
    counts.values.reduce(placeholders) { $0 + $1.added + $1.updated }
  }
  package var hasChanges: Bool { changes > 0 }

  package subscript(kind: ContentKind) -> ImportCounts {
    get { counts[kind] ?? ImportCounts() }
    set { counts[kind] = newValue }
  }
}

extension ContentKind {
  /// The part of an import with this kind; nil for pictures, which belong to profiles and posts.
  var part: ImportOptions.Part? {
    switch self {
    case .users: .profile
    case .posts: .posts
    case .pictures: nil
    case .follows: .follows
    case .likes: .likes
    }
  }
}

/// How an import treats its input.
package struct ImportOptions: Sendable {
  /// The parts of a source that can be chosen.
  package enum Part: String, CaseIterable, Sendable { case profile, posts, follows, likes }

  /// The user who becomes the archive's owner.
  package var into: (id: User.ID, handle: Handle)?
  /// The owner of lists that name none, if `into` is nil.
  package var viewer: (id: User.ID, handle: Handle)?
  package var parts = Set(Part.allCases)
  package var includesPrivate = false
  package var isUndirected = false
  package var keepsGoing = false
  /// Whether a collection is read twice, so that the last of several lists with one key counts.
  ///
  /// Otherwise a second list throws `readTwice`.
  package var looksAhead = false
  /// The folder for pictures that are too large for the memory.
  package var temporaryFolder = "/tmp"
  package var now: Moment

  package init(now: Moment) { self.now = now }
}
