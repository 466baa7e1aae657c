internal import Model
internal import Storage

/// The questions that the loader asks of a synthetic network.
extension SyntheticNetwork: PlannedNetwork {
  var userCount: Int { order.users }
  var postCount: Int { order.posts }
  var followCount: Int { order.follows }
  var likeCount: Int { order.likes }
  var pictureCount: Int { pictures.paintings }
  var lastTime: Int64? { schedule.times.last }

  func user(_ number: Int) -> PlannedUser {
    PlannedUser(
      handle: users.handle(number), name: users.name(number), bio: users.bio(number),
      joined: schedule.joined[number], lastPost: lastPost(of: number),
      counts: Counts(
        posts: schedule.byAuthor.degree(of: number), followers: followers.degree(of: number),
        following: follows.degree(of: number), likes: likes.received[number]))
  }

  func name(of user: Int) -> (handle: String, name: String) {
    (users.handle(user), users.name(user))
  }

  func postInOrderOfAuthors(_ place: Int) -> Int { Int(schedule.byAuthor.targets[place]) }

  func post(_ number: Int) -> PlannedPost {
    PlannedPost(
      author: Int(schedule.authors[number]), at: schedule.times[number], text: text(of: number),
      picture: pictures.painting(of: number), likeCount: Int(likes.counts[number]))
  }

  func picture(_ number: Int) -> PlannedPicture {
    let painting = pictures.painting(number)
    let image = painting.image
    let draft = PictureDraft(
      content: image.png(), width: image.width, height: image.height,
      thumbnail: image.thumbnail())
    return PlannedPicture(draft: draft, alt: painting.alt)
  }

  /// A follow is as old as the younger of its two users.
  func forEachFollow(
    _ take: (_ follower: Int, _ followee: Int, _ at: Int64) throws -> Void
  ) throws {
    let joined = schedule.joined
    for user in 0..<order.users {
      for edge in follows.range(of: user) {
        let followee = Int(follows.targets[edge])
        try take(user, followee, max(joined[user], joined[followee]))
      }
    }
  }

  func forEachLike(_ take: (_ post: Int, _ user: Int, _ at: Int64) throws -> Void) throws {
    try likes.forEach(of: schedule, take)
  }
}
