package import Model
package import SQLText

/// The row of `sharing`, the only one of its table: facts about this copy of a shared network.
package struct StoredSharing: StoredRow {
  package static let table: Name = "sharing"
  package static let key: [Name] = ["id"]

  package var id = 1
  package var network = LastingName.zero
  /// The root's public key.
  package var root = FixedBytes<32>.zero
  package var name = ""
  /// The folder of the last exchange.
  package var folder: String?
  package var syncedAt: Moment?

  package init() {}

  package mutating func visit(_ columns: inout StoredColumns) {
    columns.value("id", &id)
    columns.value("network", &network)
    columns.value("root", &root)
    columns.value("name", &name)
    columns.value("folder", &folder)
    columns.value("synced_at", &syncedAt)
  }
}

/// A row of `bundles`: signed changes, as they travel.
package struct StoredBundle: StoredRow {
  package static let table: Name = "bundles"
  package static let key: [Name] = ["id"]

  package var facts = StoredBundleFacts()
  /// The lines of the bundle, compressed.
  package var content: [UInt8] = []

  package init() {}

  package mutating func visit(_ columns: inout StoredColumns) {
    facts.visit(&columns)
    columns.value("content", &content)
  }
}

/// A row of `bundles` without its content.
package struct StoredBundleFacts: StoredRow {
  package static let table = StoredBundle.table
  package static let key = StoredBundle.key

  package var id: Int64 = 0
  package var hash = FixedBytes<32>.zero
  package var stream = FixedBytes<16>.zero
  package var number: Int64 = 0
  package var previous: FixedBytes<32>?
  package var signingKey = FixedBytes<32>.zero
  /// The user who signed; nil for the root.
  package var signer: LastingName?
  /// Whether the deeds of the bundle count.
  package var counts = true
  /// Whether this copy made the bundle.
  package var isOwn = false

  package init() {}

  package mutating func visit(_ columns: inout StoredColumns) {
    columns.value("id", &id)
    columns.value("hash", &hash)
    columns.value("stream", &stream)
    columns.value("number", &number)
    columns.value("previous", &previous)
    columns.value("signing_key", &signingKey)
    columns.value("signer", &signer)
    columns.value("counts", &counts)
    columns.value("is_own", &isOwn)
  }
}

/// The hash of a row of `bundles`, which an index has in this order.
package struct StoredBundleHash: StoredRow {
  package static let table = StoredBundle.table
  package static let key: [Name] = ["hash"]

  package var hash = FixedBytes<32>.zero

  package init() {}

  package mutating func visit(_ columns: inout StoredColumns) {
    columns.value("hash", &hash)
  }
}

/// A row of `deeds`: where the deed of a bundle is, and the thing it changes.
package struct StoredDeed: StoredRow, Hashable {
  package static let table: Name = "deeds"
  package static let key: [Name] = ["thing", "rank"]

  /// The user, post or edge that the deed changes, as `Thing` writes it.
  package var thing: [UInt8] = []
  /// Of two deeds on one thing, the one with the greater rank wins.
  package var rank: [UInt8] = []
  package var bundle: Int64 = 0
  package var place = 0

  package init() {}

  package mutating func visit(_ columns: inout StoredColumns) {
    columns.value("thing", &thing)
    columns.value("rank", &rank)
    columns.value("bundle", &bundle)
    columns.value("place", &place)
  }
}

/// A row of `unsent_deeds`: a deed of this copy that no bundle has yet.
package struct StoredUnsentDeed: StoredRow {
  package static let table: Name = "unsent_deeds"
  package static let key: [Name] = ["id"]

  /// In the order of notes, and not below the clock of the deed.
  package var id: Int64 = 0
  /// The user whose key signs it.
  package var signer = LastingName.zero
  package var line: [UInt8] = []
  package var words: [UInt8]?
  /// Proves that a process with the key wrote the row.
  package var code = FixedBytes<32>.zero

  package init() {}

  package mutating func visit(_ columns: inout StoredColumns) {
    columns.value("id", &id)
    columns.value("signer", &signer)
    columns.value("line", &line)
    columns.value("words", &words)
    columns.value("code", &code)
  }
}

/// A row of `shared_keys`: a key that may sign for a user, or an invitation.
package struct StoredSharedKey: StoredRow, Hashable {
  package static let table: Name = "shared_keys"
  package static let key: [Name] = ["signing_key", "signer"]

  package var signingKey = FixedBytes<32>.zero
  package var signer = LastingName.zero
  package var isKeeper = false
  package var isInvitation = false
  package var machine = ""
  package var isRevoked = false
  /// Whether several keys claimed the invitation.
  package var isDisputed = false

  package init() {}

  package mutating func visit(_ columns: inout StoredColumns) {
    columns.value("signing_key", &signingKey)
    columns.value("signer", &signer)
    columns.value("is_keeper", &isKeeper)
    columns.value("is_invitation", &isInvitation)
    columns.value("machine", &machine)
    columns.value("is_revoked", &isRevoked)
    columns.value("is_disputed", &isDisputed)
  }
}

/// A row of `shared_users`: the lasting name of a user, and the handle that the user wants.
package struct StoredSharedUser: StoredRow {
  package static let table: Name = "shared_users"
  package static let key: [Name] = ["user_id"]

  package var user = User.ID(0)
  package var name = LastingName.zero
  /// Empty for a user who is removed.
  package var wanted = ""
  /// Users with a lower turn choose their handles first.
  package var turn: [UInt8] = []
  /// The signed time, which may be later than the local one.
  package var createdAt = Moment(microseconds: 0)

  package init() {}

  package mutating func visit(_ columns: inout StoredColumns) {
    columns.value("user_id", &user)
    columns.value("name", &name)
    columns.value("wanted", &wanted)
    columns.value("turn", &turn)
    columns.value("created_at", &createdAt)
  }
}

/// A row of `shared_posts`: the lasting name of a post; a repost has none.
///
/// The post may have been deleted, or not have arrived yet.
package struct StoredSharedPost: StoredRow {
  package static let table: Name = "shared_posts"
  package static let key: [Name] = ["post"]

  package var post = Post.ID(0)
  package var name: LastingName?
  /// The signed time, which may differ from the local one; 0 before the post has arrived.
  package var at = Moment(microseconds: 0)
  /// Whether a keeper signed for the author.
  package var isVouched = false

  package init() {}

  package mutating func visit(_ columns: inout StoredColumns) {
    columns.value("post", &post)
    columns.value("name", &name)
    columns.value("at", &at)
    columns.value("is_vouched", &isVouched)
  }
}

/// A row of `waiting_things`: a thing to look at again when a user or a post appears.
package struct StoredWaitingThing: StoredRow {
  package static let table: Name = "waiting_things"
  package static let key: [Name] = ["missing", "thing"]

  package var missing = LastingName.zero
  package var thing: [UInt8] = []

  package init() {}

  package mutating func visit(_ columns: inout StoredColumns) {
    columns.value("missing", &missing)
    columns.value("thing", &thing)
  }
}

/// A row of `signed_pictures`: a picture as a deed describes it, and the thing that shows it.
package struct StoredSignedPicture: StoredRow, Equatable {
  package static let table: Name = "signed_pictures"
  package static let key: [Name] = ["thing", "use"]

  package enum Use: Int {
    case post, avatar, banner
  }

  package var thing: [UInt8] = []
  package var use = 0
  package var hash = FixedBytes<32>.zero
  package var byteCount = 0
  package var width = 0
  package var height = 0

  package init() {}

  package mutating func visit(_ columns: inout StoredColumns) {
    columns.value("thing", &thing)
    columns.value("use", &use)
    columns.value("hash", &hash)
    columns.value("bytes", &byteCount)
    columns.value("width", &width)
    columns.value("height", &height)
  }
}

/// A row of `folder_files`: a file of the folder as it was when it was last read or written.
package struct StoredFolderFile: StoredRow {
  package static let table: Name = "folder_files"
  package static let key: [Name] = ["name"]

  /// The letter of bundles.
  package static let bundle: UInt8 = 0x62
  /// The letter of pictures.
  package static let picture: UInt8 = 0x70

  /// The 32 bytes of the name, after the letter of the kind.
  package var name: [UInt8] = []
  package var size: Int64 = 0
  /// The time of the last write, in nanoseconds.
  package var writtenAt: Int64 = 0
  /// The time of the last change of the file or its mode, in nanoseconds.
  package var changedAt: Int64 = 0
  /// Why the file is not used; 0 for a file that is.
  package var refusal = 0

  package init() {}

  package mutating func visit(_ columns: inout StoredColumns) {
    columns.value("name", &name)
    columns.value("size", &size)
    columns.value("written_at", &writtenAt)
    columns.value("changed_at", &changedAt)
    columns.value("refusal", &refusal)
  }
}
