internal import Model
internal import Storage

/// Follows, likes and private marks of a lossless export.
extension NetworkDump {
  func follow(_ item: JSONTree) throws {
    try session.take(.follows) { [self] in
      let since = try time(item)
      let follower = try person(item, "follower")
      let followee = try person(item, "followee")
      if follower == followee { return .skipped(.selfFollow, item["follower"].string ?? "") }
      return try session.work.stage(.follow(from: follower, to: followee, at: since))
        ? .unchanged : .skipped(.duplicate, item["follower"].string ?? "")
    }
  }

  func like(_ item: JSONTree) throws {
    try session.take(.likes) { [self] in
      let since = try time(item)
      guard let post = try post(item) else {
        return .skipped(.likeOfUnknownPost, item["post"].word ?? "")
      }
      return try session.work.stage(.like(post, by: person(item, "user"), at: since))
        ? .unchanged : .skipped(.duplicate, item["post"].word ?? "")
    }
  }

  /// The post here that an edge of the file leads to.
  private func post(_ item: JSONTree) throws -> Post.ID? {
    try item["post"].integer.flatMap { try here(Post.ID($0)) }
  }

  func mark(_ item: JSONTree, _ type: String) throws {
    guard session.options.includesPrivate || hasPrivate else { return }
    try session.takeUncounted { [self] in
      if let mark = try self.mark(item, type) { try session.work.stage(.mark(mark)) }
    }
  }

  /// Nil if the post of a mark is not here.
  private func mark(_ item: JSONTree, _ type: String) throws -> PrivateRecord<User.ID>? {
    func user(_ key: String) throws -> User.ID { try person(item, key) }
    switch type {
    case "mute":
      let at = try time(item)
      return .mute(muter: try user("muter"), muted: try user("muted"), at: at)
    case "bookmark":
      guard let post = try post(item) else { return nil }
      let at = try time(item)
      return .bookmark(reader: try user("user"), post: post, at: at)
    case "flag":
      guard let post = try post(item) else { return nil }
      let at = try time(item)
      return .flag(
        reporter: try user("reporter"), post: post, at: at, reason: item["reason"].string)
    default:
      let times = ["timeline", "notices"].map {
        item[$0].string.flatMap(TimeText.rfc3339) ?? Moment(microseconds: 0)
      }
      return .readMark(reader: try user("user"), timeline: times[0], notices: times[1])
    }
  }
}
