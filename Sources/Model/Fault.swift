/// One fault that an examination or a salvage found in the file of a network.
package enum Fault: Hashable, Sendable {
  /// A part of the file is unreadable or contradicts the structure of the file.
  case damaged(Place)
  /// An index disagrees with its table.
  case index(String)
  /// A stored count differs from the rows it counts.
  case count(Object, DerivedColumn, stored: Int64, actual: Int64)
  /// The counter of row numbers is lower than the highest number in use, or has no number left.
  case counter(String, stored: Int64, highest: Int64)
  /// A row refers to a row that does not exist.
  case orphan(Object, missing: Object)
  /// An edge to its own user or their post, which its kind forbids.
  case ownEdge(Object)
  /// Rows of a table violate its constraints.
  case breach(table: String)
  /// Only one of the two trees that store an edge has it.
  case oneSided(Object, isInTable: Bool)
  /// A row is missing that the indexes of its table still have.
  case gone(Object)
  /// The content of a row does not match its checksum.
  case changed(Object)
  /// A full-text index disagrees with its rows.
  case words(String)
  /// No post, avatar or banner shows a picture.
  case unshown(picture: Int64)
  /// A thumbnail has an impossible size.
  case thumbnail(picture: Int64)
  /// A salvage could not read a row, or omitted it because it contradicts others.
  case lost(Object)
  /// A salvage could not read an unknown number of rows of a table.
  case lostPart(table: String)
  /// A salvage did not read all of a file beside the database.
  case unread(SideFile)
  /// The file has parts unknown to this program, which a salvage omits.
  case otherForm
  /// A salvage found only the number and handle of a user.
  case bare(Object)
  /// A row of a shared network differs from the signed changes of it; the handle of the signer is
  /// nil if it is unknown.
  case unlikeSigned(Object, signer: String?)
  /// A row of a shared network that no signed change explains.
  case neverSigned(Object)
  /// A row of a shared network is missing, though a signed change makes it.
  case notApplied(Object, signer: String?)
  /// A table of a shared network differs from what its bundles give.
  case unlikeBundles(table: String)
  /// The number of further faults of a category that are not listed.
  case rest(Category, count: Int64)

  /// A file that SQLite writes beside the database.
  package enum SideFile: String, Sendable {
    case log
    case journal
  }

  package enum Place: Hashable, Sendable {
    case file
    case page(Int64)
    case table(String)
  }

  /// A row of the file.
  package enum Object: Hashable, Sendable {
    /// The handle is nil if it could not be read.
    case user(Int64, handle: String?)
    case post(Int64)
    /// A post known only by its time.
    case postOf(time: Int64)
    case picture(Int64)
    case thumbnail(Int64)
    case readMark(user: Int64)
    case mention(post: Int64, user: Int64)
    /// The place of a deleted post in a conversation.
    case gonePost(Int64)
    /// The origin of a user or a post; the other number is 0.
    case origin(user: Int64, post: Int64)
    /// The time is set where the two trees of an edge may store different times.
    case edge(EdgeKind, from: Int64, to: Int64, at: Int64? = nil)
    case repost(of: Int64, by: Int64)
    /// A bundle of a shared network, by its id.
    case bundle(String)
    /// A post of a shared network that has no number here, by its lasting name.
    case namedPost(String)
    case namedUser(String)

    package var table: String {
      switch self {
      case .user, .namedUser: "users"
      case .post, .postOf, .repost, .namedPost: "posts"
      case .picture: "pictures"
      case .thumbnail: "thumbnails"
      case .readMark: "read_marks"
      case .mention: "mentions"
      case .gonePost: "gone_posts"
      case .origin: "origins"
      case .edge(let kind, _, _, _): kind.plural
      case .bundle: "bundles"
      }
    }
  }
}

/// Categories of faults: examinations list the first faults of a category and count the rest.
extension Fault {
  /// The faults of one form in one table.
  package struct Category: Hashable, Sendable {
    package let form: Form
    package let table: String

    package init(_ form: Form, in table: String) {
      (self.form, self.table) = (form, table)
    }

    package var isOneSided: Bool { form == .missingInIndex || form == .inIndexOnly }
  }

  package enum Form: Hashable, Sendable {
    case count(DerivedColumn)
    case orphan
    /// An orphan whose picture is missing.
    case withoutPicture
    case ownEdge
    case missingInIndex
    case inIndexOnly
    /// A missing row; for an edge see `inIndexOnly`.
    case gone
    case changed
    case unshown
    case thumbnail
    case lost
    case bare
    case unlikeSigned
    case neverSigned
    case notApplied

    /// Whether the signed changes of a shared network contradict the row.
    package var isOfSignatures: Bool {
      switch self {
      case .unlikeSigned, .neverSigned, .notApplied: true
      default: false
      }
    }
  }

  /// Nil for faults of the file, a whole table or an index.
  package var category: Category? {
    switch self {
    case .count(let object, let column, _, _): Category(.count(column), in: object.table)
    case .orphan(let object, .picture): Category(.withoutPicture, in: object.table)
    case .orphan(let object, _): Category(.orphan, in: object.table)
    case .ownEdge(let object): Category(.ownEdge, in: object.table)
    case .oneSided(let object, let isInTable):
      Category(isInTable ? .missingInIndex : .inIndexOnly, in: object.table)
    case .gone(let object): Category(.gone, in: object.table)
    case .changed(let object): Category(.changed, in: object.table)
    case .unshown: Category(.unshown, in: "pictures")
    case .thumbnail: Category(.thumbnail, in: "thumbnails")
    case .lost(let object): Category(.lost, in: object.table)
    case .bare(let object): Category(.bare, in: object.table)
    case .unlikeSigned(let object, _): Category(.unlikeSigned, in: object.table)
    case .neverSigned(let object): Category(.neverSigned, in: object.table)
    case .notApplied(let object, _): Category(.notApplied, in: object.table)
    case .rest(let category, _): category
    case .damaged, .index, .counter, .breach, .words, .lostPart, .unread, .otherForm,
      .unlikeBundles:
      nil
    }
  }

  package var isRest: Bool {
    if case .rest = self { return true }
    return false
  }
}

/// The properties of a fault that a repair depends on.
extension Fault {
  /// Whether the structure of the file itself is damaged.
  package var isDamage: Bool {
    if case .damaged = self { return true }
    return false
  }

  package var isOfCounts: Bool {
    switch (self, category?.form) {
    case (.counter, _), (_, .count): true
    default: false
    }
  }

  /// Whether the signed changes of a shared network contradict the file.
  package var isOfSignatures: Bool {
    if case .unlikeBundles = self { return true }
    return category?.form.isOfSignatures == true
  }

  package var isChange: Bool { category?.form == .changed }

  package var isChangeOfUser: Bool { category == Category(.changed, in: "users") }

  /// Whether the fault is a user whose avatar or banner is missing.
  package var isOfAvatars: Bool { category == Category(.withoutPicture, in: "users") }

  package var concernsIndexes: Bool {
    switch self {
    case .index, .damaged: true
    default: category?.isOneSided == true
    }
  }

  /// Whether the fault concerns references: an orphan, a forbidden edge, or an unused picture.
  package var isOfReferences: Bool {
    switch category?.form {
    case .orphan, .withoutPicture, .unshown, .ownEdge: true
    default: false
    }
  }

  /// Whether a repair of the fault deletes the row.
  package var isNothingByItself: Bool {
    switch category?.form {
    case .orphan, .withoutPicture: canBeMended
    case .ownEdge, .unshown, .thumbnail: true
    default: false
    }
  }

  /// Whether the rest of the file may be enough to repair the fault.
  package var canBeMended: Bool {
    switch self {
    case .lostPart, .unread, .otherForm, .unlikeBundles: return false
    default: break
    }
    guard let category else { return true }
    switch category.form {
    case .changed, .gone, .lost, .bare, .unlikeSigned, .neverSigned, .notApplied: return false
    case .orphan, .withoutPicture: return !["users", "posts", "flags"].contains(category.table)
    default: return true
    }
  }
}

extension [Finding] {
  /// Whether a repair may improve the file.
  ///
  /// It must not run if a row is missing: it would delete the index entries of the row.
  package var canBeMended: Bool {
    contains(where: \.fault.canBeMended) && !contains { $0.fault.category?.form == .gone }
  }
}
