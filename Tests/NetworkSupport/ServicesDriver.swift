import Model
import Services
import Support
import Testing

/// Runs deeds through the services and reads the state of the network through them.
package struct ServicesDriver {
  package let network: Network

  package init(network: Network) {
    self.network = network
  }

  /// The result or the error code of a deed, in the words of the oracle.
  package func apply(_ deed: Deed) -> String {
    do throws(ServiceError) {
      if case .talk(let handle, .see(let at)) = deed {
        try network.notices.unseen(by: named(handle)).markAllSeen(at: Moment(microseconds: at))
        return "seen"
      }
      return try perform(deed).rawValue
    } catch {
      return error.code
    }
  }

  private func perform(_ deed: Deed) throws(ServiceError) -> Outcome.Result {
    switch deed {
    case .create(let handle):
      return try network.create(handle)
    case .delete(let handle):
      return try network.users.delete(Handle(stored: handle)).result
    case .rename(let handle, let other):
      let changes = ProfileChanges(handle: Handle(stored: other))
      return try network.users.edit(changes, as: named(handle)).result
    case .post(let handle, let text, let isPrivate, let at):
      return try network.post(text, by: handle, isPrivate: isPrivate, at: at).result
    case .deletePost(let handle, let number):
      return try first(network.posts.delete([item(number)], as: named(handle), BulkMode()))
    case .follow(let handle, let other, let at):
      return try first(
        network.follows.follow(
          [item(other)], as: named(handle), at: Moment(microseconds: at), BulkMode()))
    case .unfollow(let handle, let other):
      return try first(network.follows.unfollow([item(other)], as: named(handle), BulkMode()))
    case .like(let handle, let number, let at):
      let now = Moment(microseconds: at)
      return try first(network.likes.like([item(number)], as: named(handle), at: now, BulkMode()))
    case .unlike(let handle, let number):
      return try first(network.likes.unlike([item(number)], as: named(handle), BulkMode()))
    case .flag(let handle, let number):
      let now = Moment(seconds: 1)
      return try first(
        network.edges.draw(.flag, to: [item(number)], as: named(handle), at: now, BulkMode()))
    case .postPicture(let handle, let picture, let isPrivate, let at):
      return try network.show(picture, by: handle, isPrivate: isPrivate, at: at).result
    case .avatar(let handle, let picture):
      return try network.wear(picture, by: handle)
    case .talk(let handle, let talk): return try perform(talk, as: named(handle))
    }
  }

  /// Reads in pages of three, which tests joined pages too.
  package func state() throws -> NetworkState {
    var people: [String: NetworkState.Person] = [:]
    for profile in try all({ try network.users.find(nil, as: .nobody, $0) }) {
      let handle = profile.user.handle
      let me = Viewer.named(handle)
      let tab = { tab in
        try all { try network.users.show(handle, tab: tab, as: me, $0).posts }.map(\.number)
      }
      let handles = { (page: (PageRequest) throws -> Page<Profile>) in
        try all(page).map(\.user.handle.text)
      }
      people[handle.text] = NetworkState.Person(
        posts: profile.user.counts.posts,
        followers: try handles { try network.follows.followers(of: handle, as: me, $0) },
        following: try handles { try network.follows.following(by: handle, as: me, $0) },
        likes: profile.user.counts.likes,
        postNumbers: try tab(.posts),
        privateNumbers: try tab(.private),
        likedNumbers: try tab(.likes),
        timeline: try all { try network.timeline.home(of: me, $0) }.map(\.number),
      )
      #expect(profile.user.counts.followers == people[handle.text]?.followers.count)
      #expect(profile.user.counts.following == people[handle.text]?.following.count)
    }
    var likers: [Int: [String]] = [:]
    for post in try all({ try network.posts.explore(as: .nobody, $0) }) {
      likers[post.number] = try all { try network.likes.likers(of: post.id, as: .nobody, $0) }
        .map(\.user.handle.text).sorted()
      #expect(post.likeCount == likers[post.number]?.count)
    }
    let flags = try all { try network.posts.flags($0) }
    let reporters = Dictionary(grouping: flags) { Int($0.post.number) }
      .mapValues { $0.map(\.reporter.text).sorted() }
    return NetworkState(
      people: people, likers: likers, reporters: reporters,
      pictures: try network.file.facts().pictures)
  }

  package func named(_ handle: String) -> Viewer {
    .named(Handle(stored: handle))
  }

  package func first(_ report: BulkReport) throws(ServiceError) -> Outcome.Result {
    try report[0].get().result
  }
}
