import Model
import Services
import Testing

/// One of the lists of the services, in a common form.
package struct Listing: Sendable, CustomTestStringConvertible {
  package let testDescription: String
  package let order: Cursor.Order
  package let read: @Sendable (Network, PageRequest) throws -> Page<Line>

  /// An item of a list: its identity and all of its fields.
  package struct Line: Equatable, Sendable {
    package let key: String
    let whole: String
  }

  package init<Item>(
    _ name: String, _ order: Cursor.Order, key: @escaping @Sendable (Item) -> String,
    _ read: @escaping @Sendable (Network, PageRequest) throws -> Page<Item>
  ) {
    testDescription = name
    self.order = order
    self.read = { network, request in
      let page = try read(network, request)
      let entries = page.entries.map { entry in
        Entry(Line(key: key(entry.item), whole: "\(entry.item)"), at: entry.cursor)
      }
      return Page(entries: entries, next: page.next)
    }
  }

  package func keys(_ network: Network) throws -> [String] {
    try read(network, PageRequest(limit: 1_000)).items.map(\.key)
  }

  /// Every list of the services, as ana sees it in `CrowdedNetwork`.
  package static let all =
    people + posts + talks + [
      Listing("flags", .flag, key: { "\($0.post) \($0.reporter)" }) { try $0.posts.flags($1) },
      Listing("suggestions", .suggestion, key: { $0.profile.user.handle.text }) {
        try $0.follows.suggestions(for: "ana", $1)
      },
    ]

  private static let talks: [Listing] = [
    .posts("replies tab") { try $0.users.show(nil, tab: .replies, as: "ana", $1).posts },
    .posts("all posts") { try $0.posts.page(of: .posts(of: nil), as: "ana", $1) },
    .posts("bookmarks", .like) { try $0.posts.page(of: .bookmarks, as: "ana", $1) },
    .posts("hashtag") { network, request in
      guard let tag = Hashtag("bread") else { return Page(entries: [], next: nil) }
      return try network.posts.page(of: .hashtag(tag), as: "ana", request)
    },
    Listing("notices", .notice, key: { "\($0.kind) \($0.actor) \($0.post?.number ?? 0)" }) {
      try $0.notices.page(for: "ana", NoticeService.allKinds, $1)
    },
    Listing("muted", .edge, key: { $0.user.handle.text }) {
      try $0.edges.targets(.mute, of: nil, as: "ana", $1)
    },
  ]

  private static let people: [Listing] = [
    .people("users") { try $0.users.find(nil, as: "ana", $1) },
    .people("users with text") { try $0.users.find("f", as: "ana", $1) },
    .people("followers", .edge) { try $0.follows.followers(of: nil, as: "ana", $1) },
    .people("following", .edge) { try $0.follows.following(by: nil, as: "ana", $1) },
    .people("friends", .edge) { try $0.follows.friends(of: nil, as: "ana", $1) },
    .people("likers", .edge) { try $0.likes.likers(of: 1, as: "ana", $1) },
  ]

  private static let posts: [Listing] = [
    .posts("posts") { try $0.users.show(nil, tab: .posts, as: "ana", $1).posts },
    .posts("likes tab", .like) { try $0.users.show(nil, tab: .likes, as: "ana", $1).posts },
    .posts("private tab") { try $0.users.show(nil, tab: .private, as: "ana", $1).posts },
    .posts("explore") { try $0.posts.explore(as: "ana", $1) },
    .posts("search") { try $0.posts.search("word", as: "ana", $1) },
    .posts("timeline") { try $0.timeline.home(of: "ana", $1) },
  ]

  private static func people(
    _ name: String, _ order: Cursor.Order = .user,
    _ read: @escaping @Sendable (Network, PageRequest) throws -> Page<Profile>
  ) -> Listing {
    Listing(name, order, key: { $0.user.handle.text }, read)
  }

  private static func posts(
    _ name: String, _ order: Cursor.Order = .post,
    _ read: @escaping @Sendable (Network, PageRequest) throws -> Page<Post>
  ) -> Listing {
    Listing(name, order, key: { "\($0.number)" }, read)
  }
}
