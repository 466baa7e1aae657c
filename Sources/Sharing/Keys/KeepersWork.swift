internal import Model
internal import Storage

/// What a keeper's machine does in each exchange.
package struct KeepersWork {
  private let notes: DeedNotes

  package init(_ notes: DeedNotes) {
    self.notes = notes
  }

  /// Confirms handles and claims; does nothing on a machine without a keeper's key.
  package func run() throws {
    if try notes.keeperIfAny() == nil { return }
    try confirmHandles()
    try KeyChanges(notes).nameLoneClaims()
    try notes.signUnsent()
  }

  /// Confirms every handle that its user chose and no other user wants.
  ///
  /// A deed with an earlier clock cannot take a confirmed handle.
  private func confirmHandles() throws {
    let evaluation = try Evaluation(notes.tables)
    let users = try notes.tables.users()
    let wishes = Dictionary(grouping: users, by: \.wanted)
    for user in users where user.turn.first == 1 && wishes[user.wanted]?.count == 1 {
      guard let profile = try evaluation.profile(of: user.name) else { continue }
      try confirm(profile.handle, of: user.name)
    }
  }

  private func confirm(_ handle: SharedProfile.Field<Handle>, of user: LastingName) throws {
    let keeper = try notes.keeper()
    if keeper.user == user { return }
    let deed = Deed(
      .profile(ProfileChange(handle: handle.value)),
      clock: max(notes.clock().microseconds, handle.rank.clock), vouchedFor: user)
    try notes.add(deed.line, nil, keeper)
  }
}
