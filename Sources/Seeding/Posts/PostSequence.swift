internal import Model

/// All posts of a network by time: scheduled posts, replies and reposts.
///
/// A source is a number of the scheduled posts, then the replies, then the reposts. The number of a
/// post is its position in this sequence.
struct PostSequence: Sendable {
  struct Repost: Sendable {
    let author: UInt32
    /// The source of the repeated post.
    let target: UInt32
    let at: Int64
  }

  /// In microseconds, by number, ascending and all different.
  private(set) var times: [Int64]
  let authors: [UInt32]
  /// By number.
  let sources: [UInt32]
  /// By source.
  let numbers: [UInt32]
  /// The numbers of each author's posts, oldest first.
  let byAuthor: AdjacencyList

  init(
    _ schedule: PostSchedule, _ answers: [ConversationPlan.Answer], _ reposts: [Repost],
    in order: SeedOrder
  ) {
    let unsorted = schedule.times + answers.map(\.at) + reposts.map(\.at)
    let unsortedAuthors = schedule.authors + answers.map(\.author) + reposts.map(\.author)
    var sources = unsorted.indices.map { UInt32($0) }
    // An answered or repeated post has a lower source, so it stays before its reply or repost.
    if answers.count + reposts.count > 0 {
      sources.sort { (unsorted[Int($0)], $0) < (unsorted[Int($1)], $1) }
    }
    var numbers = [UInt32](repeating: 0, count: sources.count)
    for (number, source) in sources.enumerated() { numbers[Int(source)] = UInt32(number) }
    (self.sources, self.numbers) = (sources, numbers)
    times = sources.map { unsorted[Int($0)] }
    authors = sources.map { unsortedAuthors[Int($0)] }
    byAuthor = AdjacencyList(positionsIn: authors, below: order.users)
    separateTimes(until: order.period.upperBound.microseconds)
  }

  /// Makes all times different, within the period.
  private mutating func separateTimes(until last: Int64) {
    for post in times.indices.dropFirst() { times[post] = max(times[post], times[post - 1] + 1) }
    var limit = last
    for post in times.indices.reversed() {
      if times[post] <= limit { break }
      times[post] = limit
      limit -= 1
    }
  }

  /// Moves posts to later times if other posts have their times.
  ///
  /// `taken` returns some ascending times of other posts from a time on, or none if there are no
  /// more.
  mutating func avoid(_ taken: (_ from: Int64) throws -> [Int64]) rethrows {
    guard let first = times.first else { return }
    var others = try taken(first)[...]
    var free = first
    for post in times.indices {
      var at = max(times[post], free)
      if let last = others.last, last < at { others = try taken(at)[...] }
      while let other = others.first, other <= at {
        if other == at { at += 1 }
        others.removeFirst()
        if others.isEmpty { others = try taken(at)[...] }
      }
      times[post] = at
      free = at + 1
    }
  }
}
