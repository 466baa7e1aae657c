/// Faults of which there may be as many as there are rows: so many of a sort are listed, the rest
/// are counted.
extension Fault {
  /// What such faults have in common.
  package struct Sort: Hashable, Sendable {
    package let form: Form
    /// Whose rows they are in.
    package let table: String

    package init(_ form: Form, in table: String) {
      self.form = form
      self.table = table
    }

    package var isOneSided: Bool { form == .missingInIndex || form == .inIndexOnly }
  }

  package enum Form: Hashable, Sendable {
    case count(DerivedColumn)
    case orphan
    /// An orphan whose picture is missing.
    case withoutPicture
    case selfFollow
    case missingInIndex
    case inIndexOnly
    /// Of a row; an edge is `inIndexOnly`.
    case gone
    case changed
    case unshown
    case thumbnail
    case lost
    case bare
  }

  /// Nil for what is of the file, a table or an index.
  package var sort: Sort? {
    switch self {
    case .count(let subject, let tally, _, _): Sort(.count(tally), in: subject.table)
    case .orphan(let subject, .picture): Sort(.withoutPicture, in: subject.table)
    case .orphan(let subject, _): Sort(.orphan, in: subject.table)
    case .selfFollow: Sort(.selfFollow, in: "follows")
    case .oneSided(let subject, let isInTable):
      Sort(isInTable ? .missingInIndex : .inIndexOnly, in: subject.table)
    case .gone(let subject): Sort(.gone, in: subject.table)
    case .changed(let subject): Sort(.changed, in: subject.table)
    case .unshown: Sort(.unshown, in: "pictures")
    case .thumbnail: Sort(.thumbnail, in: "thumbnails")
    case .lost(let subject): Sort(.lost, in: subject.table)
    case .bare(let subject): Sort(.bare, in: subject.table)
    case .rest(let sort, _): sort
    case .damaged, .index, .counter, .breach, .words, .lostPart, .unread,
      .otherForm:
      nil
    }
  }

  package var isRest: Bool {
    if case .rest = self { return true }
    return false
  }
}

extension Fault.Subject {
  fileprivate var table: String {
    switch self {
    case .user: "users"
    case .post, .postOf: "posts"
    case .picture: "pictures"
    case .thumbnail: "thumbnails"
    case .readMark: "read_marks"
    case .follow: "follows"
    case .like: "likes"
    case .flag: "flags"
    }
  }
}
