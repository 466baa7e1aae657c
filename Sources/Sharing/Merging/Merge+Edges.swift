internal import Model
internal import Storage

/// Follows, likes, reposts and reports.
extension Merge {
  func lookAtEdge(_ edge: SharedEdge) throws {
    let thing = Thing.edge(edge)
    guard let source = try user(named: edge.source) else {
      return try wait(thing, for: edge.source)
    }
    let value = try evaluation.edge(edge).flatMap { $0.isOn ? $0 : nil }
    if edge.kind == .follow {
      guard let followee = try user(named: edge.target) else {
        return try wait(thing, for: edge.target)
      }
      if source == followee { return }
      let row = try tables.follow(from: source, to: followee)
      return try set(
        Edge(.follow, from: source, to: .user(followee)), from: row.map { ($0.at, nil) }, to: value)
    }
    guard let post = try key(ofPost: edge.target) else {
      return try wait(thing, for: edge.target)
    }
    switch edge.kind {
    case .like:
      let row = try tables.like(of: post.id, by: source)
      try set(Edge(.like, from: source, to: .post(post)), from: row.map { ($0.at, nil) }, to: value)
    case .flag where post.author != source:
      let row = try tables.flag(of: post.id, by: source)
      try set(
        Edge(.flag, from: source, to: .post(post)), from: row.map { ($0.at, $0.reason) }, to: value)
    case .repost: try setRepost(of: post, by: source, value?.at)
    case .follow, .flag: break
    }
  }

  /// Draws or removes an edge, or changes its time and reason.
  private func set(
    _ edge: Edge, from row: (at: Moment, reason: String?)?, to value: EdgeChange?
  ) throws {
    if let row {
      if let value, (value.at, value.reason) == row { return }
      _ = try target.delete(edge)
    }
    if let value { _ = try target.add(edge, reason: value.reason, at: value.at) }
  }

  private func setRepost(of post: PostKey, by author: User.ID, _ at: Moment?) throws {
    let row = try tables.repost(of: post.id, by: author)
    let signedAt = try row.flatMap { try tables.post($0.id)?.at }
    if row == nil && at == nil || row != nil && (signedAt ?? row?.at) == at { return }
    if row != nil { _ = try target.deleteRepost(of: post, by: author) }
    guard let at else { return }
    var arrived = ArrivedPost(id: try target.nextPost(), author: author, at: at, arrivedAt: now)
    arrived.reposts = post.id
    try target.add(arrived)
    var shared = StoredSharedPost()
    (shared.post, shared.at) = (arrived.id, at)
    try target.put(shared)
  }

  /// The post of a name, if it is there.
  private func key(ofPost name: LastingName) throws -> PostKey? {
    guard let known = try tables.post(named: name) else { return nil }
    return try tables.content(of: known.post)?.postKey
  }

  // MARK: Reports

  func lookAtReports(of post: LastingName) throws {
    let prefix = Thing.edgePrefix(of: .flag, to: post)
    for bytes in try tables.things(beginning: prefix) {
      if let thing = Thing(bytes) { try look(at: thing) }
    }
  }
}
