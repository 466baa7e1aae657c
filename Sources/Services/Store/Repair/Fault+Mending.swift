internal import Model

/// What a fault is to whoever mends it.
extension Fault {
  /// The structure of the file itself.
  var isDamage: Bool {
    if case .damaged = self { return true }
    return false
  }

  var isOfCounts: Bool {
    switch (self, category?.form) {
    case (.counter, _), (_, .count): true
    default: false
    }
  }

  var isChange: Bool { category?.form == .changed }

  var isChangeOfUser: Bool { category == Category(.changed, in: "users") }

  /// Of users whose picture is not there.
  var isOfAvatars: Bool { category == Category(.withoutPicture, in: "users") }

  var concernsIndexes: Bool {
    switch self {
    case .index, .damaged: true
    default: category?.isOneSided == true
    }
  }

  /// Whether it is of a row that refers to another, or that no other refers to.
  var isOfReferences: Bool {
    switch category?.form {
    case .orphan, .withoutPicture, .unshown, .ownEdge: true
    default: false
    }
  }

  /// Whether it is of a row that goes when it is mended.
  var isNothingByItself: Bool {
    switch category?.form {
    case .orphan, .withoutPicture: canBeMended
    case .ownEdge, .unshown, .thumbnail: true
    default: false
    }
  }

  /// Whether the rest of the file may say what was there.
  var canBeMended: Bool {
    switch self {
    case .lostPart, .unread, .otherForm: return false
    default: break
    }
    guard let category else { return true }
    switch category.form {
    case .changed, .gone, .lost, .bare: return false
    case .orphan, .withoutPicture: return !["users", "posts", "flags"].contains(category.table)
    default: return true
    }
  }
}
