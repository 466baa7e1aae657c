internal import Model
internal import Storage

/// The questions that the loader asks of a synthetic network.
extension SyntheticNetwork: PlannedNetwork {
  var userCount: Int { order.users }
  var postCount: Int { order.allPosts }
  var followCount: Int { order.follows }
  var likeCount: Int { order.likes }
  var pictureCount: Int { pictures.paintings }
  var lastTime: Int64? { sequence.times.last }

  func user(_ number: Int) -> PlannedUser {
    PlannedUser(
      handle: users.handle(number), name: users.name(number), bio: users.bio(number),
      joined: schedule.joined[number], lastPost: lastPost(of: number),
      counts: Counts(
        posts: sequence.byAuthor.degree(of: number), followers: followers.degree(of: number),
        following: follows.degree(of: number), likes: received[number]))
  }

  func name(of user: Int) -> (handle: String, name: String) {
    (users.handle(user), users.name(user))
  }

  func postInOrderOfAuthors(_ place: Int) -> Int { Int(sequence.byAuthor.targets[place]) }

  func post(_ number: Int) -> PlannedPost {
    let source = Int(sequence.sources[number])
    var picture: Int?
    var reply: (to: Int, conversation: Int)?
    var (quotes, reposts): (Int?, Int?)
    func place(_ source: UInt32) -> Int { Int(sequence.numbers[Int(source)]) }
    switch self.source(of: number) {
    case .post(let post):
      picture = pictures.painting(of: post)
      quotes = conversations.quotes[post].map { place($0.target) }
    case .answer(let answer, _): reply = (place(answer.parent), place(answer.root))
    case .repost(let repost): reposts = place(repost.target)
    }
    return PlannedPost(
      author: Int(sequence.authors[number]), at: sequence.times[number], text: text(of: number),
      picture: picture, likeCount: count(likes.counts, source), reply: reply, quotes: quotes,
      reposts: reposts, replyCount: count(replyCounts, source),
      repostCount: count(repostCounts, source))
  }

  /// Lists of counts end where no source has any.
  private func count(_ counts: [UInt32], _ source: Int) -> Int {
    source < counts.count ? Int(counts[source]) : 0
  }

  func author(of post: Int) -> Int { Int(sequence.authors[post]) }

  func picture(_ number: Int) -> PlannedPicture {
    let painting = pictures.painting(number)
    let image = painting.image
    let draft = PictureDraft(
      content: image.png(), width: image.width, height: image.height,
      copies: image.thumbnail().map { PictureCopies(tile: $0) })
    return PlannedPicture(draft: draft, alt: painting.alt)
  }

  func forEachFollow(
    _ take: (_ follower: Int, _ followee: Int, _ at: Int64) throws -> Void
  ) throws {
    for user in 0..<order.users {
      for edge in follows.range(of: user) {
        try take(user, Int(follows.targets[edge]), followTime(edge, user))
      }
    }
  }

  func forEachLike(_ take: (_ post: Int, _ user: Int, _ at: Int64) throws -> Void) throws {
    try likes.forEach(of: timedSources, take)
  }
}
