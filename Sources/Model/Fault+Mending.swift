/// What repair needs to know of a fault.
extension Fault {
  /// The structure of the file itself.
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

  package var isChange: Bool { category?.form == .changed }

  package var isChangeOfUser: Bool { category == Category(.changed, in: "users") }

  /// Of users whose picture is not there.
  package var isOfAvatars: Bool { category == Category(.withoutPicture, in: "users") }

  package var concernsIndexes: Bool {
    switch self {
    case .index, .damaged: true
    default: category?.isOneSided == true
    }
  }

  /// Whether it is of a row that refers to another, or that no other refers to.
  package var isOfReferences: Bool {
    switch category?.form {
    case .orphan, .withoutPicture, .unshown, .ownEdge: true
    default: false
    }
  }

  /// Whether it is of a row that goes when it is mended.
  package var isNothingByItself: Bool {
    switch category?.form {
    case .orphan, .withoutPicture: canBeMended
    case .ownEdge, .unshown, .thumbnail: true
    default: false
    }
  }

  /// Whether the rest of the file may say what was there.
  package var canBeMended: Bool {
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

extension [Finding] {
  /// Whether a repair may make something right: where a table has lost a row, it would take away
  /// what names it still.
  package var canBeMended: Bool {
    contains(where: \.fault.canBeMended) && !contains { $0.fault.category?.form == .gone }
  }
}
