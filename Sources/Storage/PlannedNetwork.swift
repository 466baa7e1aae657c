package import Model

/// Called regularly, from any thread, with the progress of a load.
package typealias LoadReport = @Sendable (WorkProgress) -> Void

/// A whole network to be loaded at once, in which posts are in the order of time.
///
/// Values are computed on demand, so that a load needs little memory. The numbers of rows follow
/// those of `last`.
///
///     try store.perform { try $0.load(plan.network, report) }
package protocol PlannedNetwork: Sendable {
  var userCount: Int { get }
  var postCount: Int { get }
  var followCount: Int { get }
  var likeCount: Int { get }
  /// The number of different pictures; posts may share them.
  var pictureCount: Int { get }
  /// The time of the newest post.
  var newest: Moment? { get }
  /// The last numbers that the network had before.
  var last: LastNumbers { get set }
  /// The stored pictures, by the index of `picture`; posts have none before this is set.
  var stored: [(id: PictureID, alt: String)] { get set }

  /// Changes the handles and times that the network already has.
  ///
  /// `times` returns some times that are taken, from a moment on in ascending order, and none if no
  /// more follow.
  mutating func avoid(
    times: (_ from: Int64) throws -> [Int64], handles isTaken: (String) throws -> Bool
  ) throws

  /// A user, counted from 0, with the counts that result from the posts and edges.
  func user(_ index: Int) -> StoredUser
  /// A post, counted from 0 in the order of time.
  func post(_ index: Int) -> NewPost
  /// The index of a post in the order of time, by its index in the order of authors and time.
  func place(inOrderOfAuthors index: Int) -> Int
  func picture(_ index: Int) -> (draft: PictureDraft, alt: String)
  /// In the order of followers.
  func forEachFollow(_ take: (StoredFollow) throws -> Void) throws
  /// In the order of posts, then of users.
  func forEachLike(_ take: (StoredLike) throws -> Void) throws
}

/// A post that is not stored yet, with the users whom it concerns.
package struct NewPost: Sendable {
  package var row: StoredPost
  /// The users whom the post answers, quotes or reposts.
  package var reasons: [User.ID: MentionKind]
  /// The users whom the words mention; nil to find their handles in the words, as a seed does.
  package var mentions: [User.ID]?

  package init(
    row: StoredPost, reasons: [User.ID: MentionKind] = [:], mentions: [User.ID]? = nil
  ) {
    self.row = row
    self.reasons = reasons
    self.mentions = mentions
  }
}

/// An engine that takes a whole planned network in one transaction.
package protocol BulkTarget {
  /// Some times that posts have, from a moment on in ascending order; none if no more follow.
  func takenTimes(from moment: Int64) throws -> [Int64]
  func isTaken(_ handle: String) throws -> Bool
  /// Reserves numbers, and returns the last ones before them.
  func reserve(users: Int, posts: Int) throws -> LastNumbers
  func keep(_ picture: PictureDraft) throws -> PictureID
  func add<Row: StoredRow>(_ rows: [Row]) throws
  /// Adds posts with their hashtags and mentions, but not the words of a file.
  func add(_ posts: [NewPost]) throws
  /// Runs `body`, which adds `count` rows, without the indexes that would slow it down.
  func adding(
    _ count: Int, _ type: any StoredRow.Type, _ report: LoadReport, _ body: () throws -> Void
  ) throws
  /// Indexes the words of all rows after some numbers.
  func indexWords(after last: LastNumbers, _ report: LoadReport) throws
}

/// Loads a planned network.
package struct BulkLoad {
  /// Rows that are in memory at once.
  private static let batch = 4_096

  private let target: any BulkTarget
  private let network: any PlannedNetwork
  private let report: LoadReport

  package init(
    of planned: any PlannedNetwork, into target: any BulkTarget, _ report: @escaping LoadReport
  ) throws {
    var network = planned
    try network.avoid(times: target.takenTimes, handles: target.isTaken)
    if let newest = network.newest, newest > Moment.storable.upperBound {
      throw StorageError.noMomentLeft
    }
    network.last = try target.reserve(users: network.userCount, posts: network.postCount)
    // One at a time, so that only one is in memory.
    for index in 0..<network.pictureCount {
      report(WorkProgress(.pictures, done: index, of: network.pictureCount))
      let (draft, alt) = network.picture(index)
      network.stored.append((try target.keep(draft), alt))
    }
    self.target = target
    self.network = network
    self.report = report
  }

  package func run() throws {
    try batches(.users, of: network.userCount) { try target.add($0.map(network.user)) }
    try add(network.followCount, .follows, network.forEachFollow)
    try target.adding(network.postCount, StoredPost.self, report) {
      try batches(.posts, of: network.postCount) { indexes in
        try target.add(indexes.map { network.post(network.place(inOrderOfAuthors: $0)) })
      }
    }
    try target.indexWords(after: network.last, report)
    try add(network.likeCount, .likes, network.forEachLike)
    report(WorkProgress(.saving))
  }

  private func batches(
    _ stage: WorkProgress.Stage, of count: Int, _ body: (Range<Int>) throws -> Void
  ) throws {
    for start in stride(from: 0, to: count, by: BulkLoad.batch) {
      report(WorkProgress(stage, done: start, of: count))
      try body(start..<min(start + BulkLoad.batch, count))
    }
  }

  /// Adds the rows of `each` in batches.
  private func add<Row: StoredRow>(
    _ count: Int, _ stage: WorkProgress.Stage,
    _ each: (_ take: (Row) throws -> Void) throws -> Void
  ) throws {
    try target.adding(count, Row.self, report) {
      var (rows, done) = ([] as [Row], 0)
      try each { row in
        rows.append(row)
        if rows.count < BulkLoad.batch { return }
        report(WorkProgress(stage, done: done, of: count))
        try target.add(rows)
        done += rows.count
        rows = []
      }
      try target.add(rows)
    }
  }
}
