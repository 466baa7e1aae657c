internal import Model
internal import Storage

/// Follows, likes and private marks of a lossless export.
extension NetworkDump {
  func follow(_ item: JSONTree, at place: Place) throws {
    try session.take(.follows, at: place) { [session] in
      let since = try time(item, at: place)
      let follower = try person(item, "follower", at: place)
      let followee = try person(item, "followee", at: place)
      if follower == followee { return .skipped(.selfFollow, item["follower"].string ?? "") }
      return try session.work.follow(from: follower, to: followee, at: since)
        ? .noted : .skipped(.duplicate, item["follower"].string ?? "")
    }
  }

  func like(_ item: JSONTree, at place: Place) throws {
    try session.take(.likes, at: place) { [session] in
      let since = try time(item, at: place)
      guard let post = try post(item) else {
        return .skipped(.likeOfUnknownPost, item["post"].word ?? "")
      }
      return try session.work.like(post, by: person(item, "user", at: place), at: since)
        ? .noted : .skipped(.duplicate, item["post"].word ?? "")
    }
  }

  /// The post here that an edge of the file leads to.
  private func post(_ item: JSONTree) throws -> Post.ID? {
    try item["post"].integer.flatMap { try here(Post.ID($0)) }
  }

  func mark(_ item: JSONTree, _ type: String, at place: Place) throws {
    guard session.options.includesPrivate || hasPrivate else { return }
    try session.takeUncounted { [session] in
      func user(_ key: String) throws -> User.ID { try person(item, key, at: place) }
      switch type {
      case "mute":
        let at = try time(item, at: place)
        try session.work.restore(.mute(muter: user("muter"), muted: user("muted"), at: at))
      case "bookmark":
        guard let post = try post(item) else { return }
        let at = try time(item, at: place)
        try session.work.restore(.bookmark(user: user("user"), post: post, at: at))
      case "flag":
        guard let post = try post(item) else { return }
        let at = try time(item, at: place)
        try session.work.restore(
          .flag(reporter: user("reporter"), post: post, at: at, reason: item["reason"].string))
      default:
        let times = ["timeline", "notices"].map {
          item[$0].string.flatMap(TimeText.rfc3339) ?? Moment(microseconds: 0)
        }
        try session.work.restore(
          .readMark(user: user("user"), timeline: times[0], notices: times[1]))
      }
    }
  }
}
