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
    /// The columns that are unique together.
    ///
    /// An insertion names them, so that the server refuses it if the table has lost that key.
    let key: SQL
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
  /// The edges `e` that only one of the halves has, in order.
  func edges(onlyOfSource isOfSource: Bool) -> SQL {
    let (one, other) = isOfSource ? (ofSource, ofTarget) : (ofTarget, ofSource)
    return "(\(one.edges) EXCEPT \(other.edges)) AS e ORDER BY e.\(one.source), e.\(one.target)"
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
        ofSource: half("profilectl.follows", key: "follower, followee"),
        ofTarget: half("profilectl.followers", key: "followee, follower"))
    case .like:
      EdgeHalves(
        ofSource: half("profilectl.liked", author: "author", key: "liker, post"),
        ofTarget: half("profilectl.likes", author: "author", key: "author, post, liker"))
    case .flag:
      .one(half("profilectl.flags", author: "author", key: "author, post, reporter"))
    case .mute: .one(half("profilectl.mutes", key: "muter, muted"))
    case .bookmark: .one(half("profilectl.bookmarks", key: "reader, post"))
    }
  }

  private func half(_ table: Name, author: Name? = nil, key: SQL) -> EdgeHalves.Half {
    .init(table: table, source: ends.source, target: ends.target, author: author, key: key)
  }
}

extension EdgeHalves {
  fileprivate static func one(_ half: Half) -> EdgeHalves {
    EdgeHalves(ofSource: half, ofTarget: half)
  }
}
