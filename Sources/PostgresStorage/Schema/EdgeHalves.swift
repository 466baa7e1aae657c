internal import Model
internal import SQLText

/// The tables that store the edges of one kind, and the columns of their ends.
struct EdgeHalves: Sendable {
  /// A table, and how it names the ends.
  struct Half: Sendable {
    let table: Name
    let source: Name
    let target: Name
    /// The column of the author of the post that an edge leads to.
    var author: Name?
  }

  /// With the source: what a user follows, likes, mutes and keeps.
  ///
  /// Flags have the half of the target only, with an index by source.
  let ofSource: Half
  /// With the target, or the author of the post that is the target.
  ///
  /// Mutes and bookmarks have the half of the source only, with an index by target.
  let ofTarget: Half

  /// Whether both halves are one table.
  var isOne: Bool { ofSource.table == ofTarget.table }
}

extension EdgeHalves {
  /// Selects source, target and time of the edges that only one of the halves has.
  func edges(onlyOfSource isOfSource: Bool) -> SQL {
    let (one, other) = isOfSource ? (ofSource, ofTarget) : (ofTarget, ofSource)
    return "\(one.edges) EXCEPT \(other.edges) ORDER BY 1, 2"
  }
}

extension EdgeHalves.Half {
  /// Selects source, target and time of all edges.
  var edges: SQL { "SELECT \(source), \(target), at FROM \(table)" }
}

extension EdgeKind {
  var halves: EdgeHalves {
    switch self {
    case .follow:
      EdgeHalves(
        ofSource: .init(table: "profilectl.follows", source: "follower", target: "followee"),
        ofTarget: .init(table: "profilectl.followers", source: "follower", target: "followee"))
    case .like:
      EdgeHalves(
        ofSource: .init(
          table: "profilectl.liked", source: "liker", target: "post", author: "author"),
        ofTarget: .init(
          table: "profilectl.likes", source: "liker", target: "post", author: "author"))
    case .flag: .one("profilectl.flags", source: "reporter", target: "post", author: "author")
    case .mute: .one("profilectl.mutes", source: "muter", target: "muted")
    case .bookmark: .one("profilectl.bookmarks", source: "reader", target: "post")
    }
  }
}

extension EdgeHalves {
  fileprivate static func one(
    _ table: Name, source: Name, target: Name, author: Name? = nil
  ) -> EdgeHalves {
    let half = Half(table: table, source: source, target: target, author: author)
    return EdgeHalves(ofSource: half, ofTarget: half)
  }
}
