internal import Model

/// What a fault is to whoever mends it.
extension Fault {
  /// The structure of the file itself.
  var isDamage: Bool {
    if case .damaged = self { return true }
    return false
  }

  var isOfCounts: Bool {
    switch (self, sort?.form) {
    case (.counter, _), (_, .count): true
    default: false
    }
  }

  var isChange: Bool { sort?.form == .changed }

  var isChangeOfUser: Bool { sort == Sort(.changed, in: "users") }

  /// Of users whose picture is not there.
  var isOfAvatars: Bool { sort == Sort(.withoutPicture, in: "users") }

  var concernsIndexes: Bool {
    switch self {
    case .index, .damaged: true
    default: sort?.isOneSided == true
    }
  }

  /// Whether it is of a row that refers to another, or that no other refers to.
  var isOfReferences: Bool {
    switch sort?.form {
    case .orphan, .withoutPicture, .unshown, .selfFollow: true
    default: false
    }
  }

  /// Whether it is of a row that goes when it is mended.
  var isNothingByItself: Bool {
    switch sort?.form {
    case .orphan, .withoutPicture: canBeMended
    case .selfFollow, .unshown, .thumbnail: true
    default: false
    }
  }

  /// Whether the rest of the file may say what was there.
  var canBeMended: Bool {
    switch self {
    case .lostPart, .unread, .otherForm: return false
    default: break
    }
    guard let sort else { return true }
    switch sort.form {
    case .changed, .gone, .lost, .bare: return false
    case .orphan, .withoutPicture: return !["users", "posts", "flags"].contains(sort.table)
    default: return true
    }
  }
}
