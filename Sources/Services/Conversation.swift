internal import Model
internal import Storage

/// The posts of a conversation in pre-order, oldest replies first, as one viewer sees them.
package struct Conversation: Sendable {
  private struct Place {
    let id: Post.ID
    let depth: Int
    let isVisible: Bool
  }

  private let viewer: User.ID?
  private let places: [Place]

  /// Omits posts that the viewer may not see, unless they have visible replies below them.
  init(of first: Post.ID, in reading: any Reading, for viewer: User.ID?) throws {
    self.viewer = viewer
    let isFirstVisible = try reading.place(ifAny: first, for: viewer) != nil
    places = Conversation.kept(
      of: Conversation.layOut(
        try reading.conversation(first, for: viewer),
        below: Place(id: first, depth: 0, isVisible: isFirstVisible)))
  }

  /// Links the replies by their indices, counted from 1; 0 is the first post, or no link.
  private static func layOut(_ answers: [ConversationNode], below first: Place) -> [Place] {
    var indices: [Int64: Int] = [:]
    indices.reserveCapacity(answers.count + 1)
    for (place, answer) in answers.enumerated() { indices[answer.id.number] = place + 1 }
    indices[first.id.number] = 0
    var firstAnswer = [Int](repeating: 0, count: answers.count + 1)
    var nextSibling = firstAnswer
    for index in stride(from: answers.count, to: 0, by: -1) {
      // The post above may be missing in a damaged file.
      let above = indices[answers[index - 1].replyTo.number] ?? 0
      nextSibling[index] = firstAnswer[above]
      firstAnswer[above] = index
    }
    var places = [first]
    // The next reply to place at each depth.
    var next = [firstAnswer[0]]
    while let index = next.popLast() {
      if index == 0 { continue }
      let answer = answers[index - 1]
      next.append(nextSibling[index])
      places.append(Place(id: answer.id, depth: next.count, isVisible: answer.isVisible))
      next.append(firstAnswer[index])
    }
    return places
  }

  private static func kept(of places: [Place]) -> [Place] {
    var kept: [Place] = []
    // The depth of the place above the last kept one.
    var above = -1
    for place in places.reversed() where place.isVisible || place.depth == above {
      kept.append(place)
      above = place.depth - 1
    }
    return kept.reversed()
  }

  package var visibleCount: Int { places.count(where: \.isVisible) }

  func page(_ request: PageRequest, in reading: any Reading) throws -> Page<ConversationPost> {
    var start = 0
    if let after = request.after {
      guard after.order == .conversation,
        // A damaged file may name a post twice.
        let index = places.lastIndex(where: { $0.id.number == after.keys[0] })
      else { throw StorageError.foreignCursor(after) }
      start = index + 1
    }
    let page = pagePlaces(from: start, most: request.limit)
    let posts = try reading.posts(page.filter(\.isVisible).map(\.id), for: viewer)
    let entries = page.map { place in
      Entry(
        ConversationPost(id: place.id, depth: place.depth, post: posts[place.id]),
        at: Cursor(.conversation, place.id.number))
    }
    let isLast = page.endIndex == places.count
    return Page(entries: entries, next: isLast ? nil : entries.last?.cursor)
  }

  /// The next `limit` visible places, and the hidden ones between them.
  ///
  /// The last place of a conversation is always visible.
  private func pagePlaces(from start: Int, most limit: Int) -> ArraySlice<Place> {
    var (end, visible) = (start, 0)
    while end < places.count, visible < limit {
      if places[end].isVisible { visible += 1 }
      end += 1
    }
    return places[start..<end]
  }

  /// The posts above one, the first of the conversation first.
  func above(
    _ id: Post.ID, in reading: any Reading, limit: Int
  ) throws -> [ConversationPost] {
    guard let place = places.firstIndex(where: { $0.id == id }) else { return [] }
    var above: [Place] = []
    var depth = places[place].depth
    for place in places[..<place].reversed() where place.depth < depth {
      above.append(place)
      depth = place.depth
    }
    let chain = above.reversed().prefix(limit)
    let posts = try reading.posts(chain.map(\.id), for: viewer)
    return chain.map { ConversationPost(id: $0.id, depth: $0.depth, post: posts[$0.id]) }
  }
}
