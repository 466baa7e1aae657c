/// The visible state of a network, for the oracle and for the tested program.
package struct NetworkState: Equatable, Sendable {
  package struct Person: Equatable, Sendable {
    package var posts: Int
    package var followers: [String]
    package var following: [String]
    package var likes: Int
    /// Public posts, newest first.
    package var postNumbers: [Int]
    package var privateNumbers: [Int]
    /// The visible posts that the user liked, newest like first.
    package var likedNumbers: [Int]
    package var timeline: [Int]

    package init(
      posts: Int, followers: [String], following: [String], likes: Int, postNumbers: [Int],
      privateNumbers: [Int], likedNumbers: [Int], timeline: [Int]
    ) {
      self.posts = posts
      self.followers = followers
      self.following = following
      self.likes = likes
      self.postNumbers = postNumbers
      self.privateNumbers = privateNumbers
      self.likedNumbers = likedNumbers
      self.timeline = timeline
    }
  }

  package var people: [String: Person]
  /// The likers of each public post, sorted.
  package var likers: [Int: [String]]
  /// The reporters of each reported post, sorted.
  package var reporters: [Int: [String]]
  /// The number of different stored pictures.
  package var pictures: Int

  package init(
    people: [String: Person], likers: [Int: [String]], reporters: [Int: [String]], pictures: Int
  ) {
    self.people = people
    self.likers = likers
    self.reporters = reporters
    self.pictures = pictures
  }
}

extension NetworkModel {
  /// The state that a correct program shows.
  package var state: NetworkState {
    var people: [String: NetworkState.Person] = [:]
    for (handle, member) in members {
      let own = newest(posts.filter { $0.value.author == handle })
      let visible = own.filter { posts[$0]?.isPrivate == false }
      people[handle] = NetworkState.Person(
        posts: visible.count,
        followers: members.compactMap { other, member in
          member.follows[handle].map { (other, $0, member.number) }
        }.sorted { ($0.1, $0.2) > ($1.1, $1.2) }.map(\.0),
        following: member.follows.sorted { $0.value > $1.value }.map(\.key),
        likes: visible.reduce(0) { $0 + (posts[$1]?.likes.count ?? 0) },
        postNumbers: visible.filter { posts[$0]?.replyTo == nil },
        privateNumbers: own.filter { posts[$0]?.isPrivate == true },
        likedNumbers: liked(by: handle),
        timeline: newest(
          posts.filter { _, post in
            post.author == handle || (!post.isPrivate && member.follows[post.author] != nil)
          }
        ).filter { !isHidden($0, from: handle) },
      )
    }
    let likers = posts.filter { !$0.value.isPrivate }.mapValues { post in
      (post.reposts.flatMap { posts[$0] } ?? post).likes.keys.sorted()
    }
    let pictures = posts.values.map(\.picture) + members.values.map(\.avatar)
    let reporters = posts.mapValues { $0.flags.sorted() }.filter { !$0.value.isEmpty }
    return NetworkState(
      people: people, likers: likers, reporters: reporters,
      pictures: Set(pictures.compactMap(\.self)).count)
  }

  package func author(of number: Int) -> String? {
    posts[number]?.author
  }

  func newest(_ posts: [Int: Entry]) -> [Int] {
    posts.sorted { ($0.value.at, $0.key) > ($1.value.at, $1.key) }.map(\.key)
  }

  private func liked(by handle: String) -> [Int] {
    posts
      .compactMap { number, post in post.likes[handle].map { (at: $0, number: number) } }
      .sorted { ($0.at, $0.number) > ($1.at, $1.number) }
      .map(\.number)
  }
}
