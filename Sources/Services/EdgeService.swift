package import Model
package import Storage

/// Draws, removes and lists the edges of every kind.
package struct EdgeService {
  let store: any Store

  /// Draws edges to users or posts.
  ///
  /// Drawing an existing edge changes nothing. A blank reason is not stored.
  package func draw(
    _ kind: EdgeKind, to items: [BulkItem<some EdgeItem>], reason: Reason? = nil,
    as viewer: Viewer, at now: Moment, _ mode: BulkMode
  ) throws(ServiceError) -> BulkReport {
    try bulk(kind, items, as: viewer, mode) {
      try $0.draw($1, reason: reason, at: now, input: $2, mode.detail)
    }
  }

  /// Removes edges to users or posts.
  ///
  /// Removing a missing edge changes nothing.
  package func remove(
    _ kind: EdgeKind, to items: [BulkItem<some EdgeItem>], as viewer: Viewer, _ mode: BulkMode
  ) throws(ServiceError) -> BulkReport {
    try bulk(kind, items, as: viewer, mode) { try $0.remove($1, input: $2, mode.detail) }
  }

  /// The users to which the edges of a user lead; nil means the viewer.
  package func targets(
    _ kind: EdgeKind, of handle: Handle?, as viewer: Viewer, _ request: PageRequest
  ) throws(ServiceError) -> Page<Profile> {
    try store.read { reading in
      let id = try reading.subject(handle, as: viewer)
      return try reading.targets(of: kind, from: id, for: try reading.viewer(viewer), request)
    }
  }

  /// The users with an edge to a user; nil means the viewer.
  package func sources(
    _ kind: EdgeKind, of handle: Handle?, as viewer: Viewer, _ request: PageRequest
  ) throws(ServiceError) -> Page<Profile> {
    try store.read { reading in
      let id = try reading.subject(handle, as: viewer)
      return try reading.sources(of: kind, to: id, for: try reading.viewer(viewer), request)
    }
  }

  /// The users with an edge to a post that the viewer may see.
  package func sources(
    _ kind: EdgeKind, of post: Post.ID, as viewer: Viewer, _ request: PageRequest
  ) throws(ServiceError) -> Page<Profile> {
    try store.read { reading in
      let me = try reading.viewer(viewer)
      let place = try reading.subject(of: post, for: me)
      return try reading.sources(of: kind, to: place.id, for: me, request)
    }
  }

  package func targetCount(_ kind: EdgeKind, as viewer: Viewer) throws(ServiceError) -> Int {
    try store.read { try $0.targetCount(of: kind, from: try $0.actor(viewer)) }
  }

  private func bulk(
    _ kind: EdgeKind, _ items: [BulkItem<some EdgeItem>], as viewer: Viewer, _ mode: BulkMode,
    _ work: @escaping @Sendable (any Writing, Edge, String) throws -> Outcome
  ) throws(ServiceError) -> BulkReport {
    try store.bulk(items, mode) { writing in
      let me = try writing.reading.actor(viewer)
      return { input, item in
        let target = try item.edgeTarget(in: writing.reading, for: me)
        return try work(
          writing, Edge(kind, from: me, to: target), mode.detail == .name ? item.text : input)
      }
    }
  }
}

/// A handle or post number to which edges can lead.
package protocol EdgeItem: Hashable, Sendable {
  /// The handle or number, without `@`.
  var text: String { get }
  func edgeTarget(in reading: any Reading, for viewer: User.ID) throws -> Edge.Target
}

extension Handle: EdgeItem {
  package func edgeTarget(in reading: any Reading, for viewer: User.ID) throws -> Edge.Target {
    .user(try reading.userID(of: self))
  }
}

extension Post.ID: EdgeItem {
  package var text: String { String(number) }

  package func edgeTarget(in reading: any Reading, for viewer: User.ID) throws -> Edge.Target {
    .post(try reading.subject(of: self, for: viewer))
  }
}

extension Writing {
  /// Draws an edge, unless it leads to its own source and its kind forbids that.
  func draw(
    _ edge: Edge, reason: Reason? = nil, at now: Moment, input: String,
    _ detail: Outcome.Detail = .whole
  ) throws -> Outcome {
    let rules = edge.kind.rules
    if edge.isOwn, !rules.allowsOwn { throw ServiceError.ownEdge(edge) }
    let isNew = try insert(edge, reason: reason?.isBlank == true ? nil : reason, at: now)
    return try outcome(
      of: edge, isNew ? rules.results.drawn : rules.results.alreadyDrawn, input, detail)
  }

  fileprivate func remove(
    _ edge: Edge, input: String, _ detail: Outcome.Detail
  ) throws -> Outcome {
    let results = edge.kind.rules.results
    return try outcome(
      of: edge, try delete(edge) ? results.removed : results.notThere, input, detail)
  }

  private func outcome(
    of edge: Edge, _ result: Outcome.Result, _ input: String, _ detail: Outcome.Detail
  ) throws -> Outcome {
    switch edge.target {
    case .user where detail == .name: Outcome(input: input, result: result)
    case .user(let id):
      Outcome(
        input: input, result: result, user: try reading.existingProfile(of: id, for: edge.source))
    case .post(let place):
      try outcome(result, of: place.id, for: edge.source, input: input, detail)
    }
  }

  /// The outcome for a post that the viewer may see.
  func outcome(
    _ result: Outcome.Result, of post: Post.ID, for viewer: User.ID, input: String,
    _ detail: Outcome.Detail
  ) throws -> Outcome {
    if detail == .name { return Outcome(input: post.text, result: result) }
    return Outcome(
      input: input, result: result, post: try reading.existingPost(post, for: viewer))
  }
}

extension ServiceError {
  fileprivate static func ownEdge(_ edge: Edge) -> ServiceError {
    switch edge.target {
    case .user: .ownTarget(edge.kind)
    case .post(let place): .ownTarget(edge.kind, place.id)
    }
  }
}
