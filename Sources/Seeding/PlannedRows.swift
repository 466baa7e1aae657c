internal import Model
internal import Storage

/// A synthetic network as rows, whose numbers follow those of an existing network.
struct PlannedRows: PlannedNetwork {
  private var network: SyntheticNetwork
  var last = LastNumbers(user: 0, post: 0)
  var stored: [(id: PictureID, alt: String)] = []

  init(_ network: SyntheticNetwork) {
    self.network = network
  }

  var userCount: Int { network.order.users }
  var postCount: Int { network.order.allPosts }
  var followCount: Int { network.order.follows }
  var likeCount: Int { network.order.likes }
  var pictureCount: Int { network.pictures.paintings }
  var newest: Moment? { network.sequence.times.last.map { Moment(microseconds: $0) } }

  mutating func avoid(
    times: (_ from: Int64) throws -> [Int64], handles isTaken: (String) throws -> Bool
  ) throws {
    try network.avoid(times: times, handles: isTaken)
  }

  private func userID(_ place: some BinaryInteger) -> User.ID {
    User.ID(last.user + 1 + Int64(place))
  }

  private func postID(_ place: some BinaryInteger) -> Post.ID {
    Post.ID(last.post + 1 + Int64(place))
  }

  private func author(of post: Int) -> User.ID { userID(network.sequence.authors[post]) }

  func user(_ place: Int) -> StoredUser {
    var user = StoredUser()
    user.id = userID(place)
    user.handle = Handle(stored: network.users.handle(place))
    user.name = network.users.name(place)
    user.bio = network.users.bio(place)
    user.createdAt = Moment(microseconds: network.schedule.joined[place])
    user.lastPostAt = Moment(microseconds: network.lastPost(of: place))
    user.counts = Counts(
      posts: network.sequence.byAuthor.degree(of: place),
      followers: network.followers.degree(of: place),
      following: network.follows.degree(of: place), likes: network.received[place])
    user.checksum = user.contentChecksum
    return user
  }

  func place(inOrderOfAuthors place: Int) -> Int {
    Int(network.sequence.byAuthor.targets[place])
  }

  func post(_ place: Int) -> NewPost {
    let source = Int(network.sequence.sources[place])
    var post = NewPost(row: StoredPost())
    post.row.id = postID(place)
    post.row.author = author(of: place)
    post.row.at = Moment(microseconds: network.sequence.times[place])
    post.row.text = network.text(of: place)
    post.row.likeCount = count(network.likes.counts, source)
    post.row.replyCount = count(network.replyCounts, source)
    post.row.repostCount = count(network.repostCounts, source)
    /// Notes the author of the post referred to, and returns its number.
    func refer(to source: UInt32, as kind: MentionKind) -> Post.ID {
      let other = Int(network.sequence.numbers[Int(source)])
      post.reasons[author(of: other)] = kind
      return postID(other)
    }
    switch network.source(of: place) {
    case .post(let number):
      if let painting = network.pictures.painting(of: number), painting < stored.count {
        post.row.picture = stored[painting].id
        post.row.alt = stored[painting].alt
      }
      post.row.quotes = network.conversations.quotes[number].map {
        refer(to: $0.target, as: .quote)
      }
    case .answer(let answer, _):
      post.row.thread = postID(network.sequence.numbers[Int(answer.root)])
      post.row.replyTo = refer(to: answer.parent, as: .reply)
    case .repost(let repost): post.row.reposts = refer(to: repost.target, as: .repost)
    }
    post.row.checksum = post.row.contentChecksum
    return post
  }

  /// A list of counts ends after the last source that has any.
  private func count(_ counts: [UInt32], _ source: Int) -> Int {
    source < counts.count ? Int(counts[source]) : 0
  }

  func picture(_ place: Int) -> (draft: PictureDraft, alt: String) {
    let painting = network.pictures.painting(place)
    let image = painting.image
    let draft = PictureDraft(
      content: image.png(), width: image.width, height: image.height,
      copies: image.thumbnail().map { PictureCopies(tile: $0) })
    return (draft, painting.alt)
  }

  func forEachFollow(_ take: (StoredFollow) throws -> Void) throws {
    var follow = StoredFollow()
    for user in 0..<userCount {
      follow.follower = userID(user)
      for edge in network.follows.range(of: user) {
        follow.followee = userID(network.follows.targets[edge])
        follow.at = Moment(microseconds: network.followTime(edge, user))
        try take(follow)
      }
    }
  }

  func forEachLike(_ take: (StoredLike) throws -> Void) throws {
    var like = StoredLike()
    try network.likes.forEach(of: network.timedSources) { post, user, at in
      like.post = postID(post)
      like.author = author(of: post)
      like.liker = userID(user)
      like.at = Moment(microseconds: at)
      try take(like)
    }
  }
}
