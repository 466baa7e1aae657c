package import Model

extension EdgeKind {
  /// The columns of the user an edge starts from, and of the user or post it leads to.
  ///
  /// They are the same in every engine, as those of other tables are.
  package var ends: (source: Name, target: Name) {
    switch self {
    case .follow: ("follower", "followee")
    case .like: ("liker", "post")
    case .flag: ("reporter", "post")
    case .mute: ("muter", "muted")
    case .bookmark: ("reader", "post")
    }
  }
}
