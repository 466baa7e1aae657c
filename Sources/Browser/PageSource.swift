package import Model
package import Rendering

/// A user as a page showed them, identified by their number even if they are renamed.
package struct UserReference: Hashable, Sendable {
  package let id: User.ID
  package let handle: Handle

  package init(_ user: User) {
    id = user.id
    handle = user.handle
  }

  package static func == (one: UserReference, other: UserReference) -> Bool { one.id == other.id }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// The user whose page is requested, as the request names them.
package enum PageOwner: Equatable, Sendable {
  case viewer
  /// A handle as it was typed.
  case named(Handle)
  case person(UserReference)
  /// The author of a post, and their handle when it was shown.
  case author(of: Post.ID, Handle)

  /// Nil for the viewer.
  package var handle: Handle? {
    switch self {
    case .viewer: nil
    case .named(let handle), .author(_, let handle): handle
    case .person(let person): person.handle
    }
  }
}

/// A person, post or notice in a list, identified by numbers.
package enum ListedThing: Hashable, Sendable {
  case person(UserReference)
  case post(Post.ID)
  /// A notice, with the acting user and the post.
  case notice(Notice.Kind, by: Handle, Post.ID?)

  package init(_ row: ListRow) {
    self =
      switch row {
      case .person(let profile): .person(UserReference(profile.user))
      case .post(let post): .post(post.id)
      case .viewed(let viewed): .post(viewed.post.item.id)
      case .conversation(let place): .post(place.id)
      case .notice(let notice): .notice(notice.kind, by: notice.actor, notice.post?.id)
      }
  }

  /// The page that it opens.
  package var source: PageSource {
    switch self {
    case .person(let person): .profile(.person(person), .posts)
    case .post(let id), .notice(_, _, let id?): .post(id)
    case .notice(_, let actor, nil): .profile(.named(actor), .posts)
    }
  }
}

/// The kind of a page, with the values needed to read it.
///
/// A new kind is a case here, with its description, and a case of the loader.
package enum PageSource: Equatable, Sendable {
  case profile(PageOwner, ProfileTab)
  case people(matching: String?)
  case followers(PageOwner)
  case following(PageOwner)
  case friends(PageOwner)
  /// All posts of a user, replies included.
  case posts(PageOwner)
  case likers(Post.ID)
  case timeline
  case explore
  case search(String)
  case notices
  /// The notices of some kinds, which do not count as read when they are left.
  case someNotices(Set<Notice.Kind>)
  case hashtag(String)
  case bookmarks
  case muted
  case suggestions
  /// The posts of a list that a filter keeps, and the line that asked for them.
  indirect case filtered(PageSource, PostFilter, line: SafeText)
  /// A post, with the posts that it answers above and its answers below.
  case post(Post.ID)
  /// All posts of the conversation that a post belongs to, as a tree.
  case conversation(Post.ID)
  /// A person or post as a record.
  case record(ListedThing)
  /// The long answer of a command.
  case answer(SafeText)
  /// The help of keys.
  case keys

  /// The look of a page, apart from its rows.
  package struct Description {
    package var title: SafeText
    /// The sentence for a list without rows.
    var emptyText: SafeText = "Nothing is here."
    /// The list beside this one, which Tab shows.
    var sibling: Sibling?
  }

  /// The other one of two lists.
  struct Sibling {
    let source: PageSource
    let label: SafeText
    /// The index of this list among the two.
    let index: Int
  }

  /// The layout of a page.
  enum Shape {
    case grid, list
    /// Text to scroll, in which nothing can be chosen.
    case text
  }

  var shape: Shape {
    switch self {
    case .profile: .grid
    case .record, .answer, .keys: .text
    default: .list
    }
  }

  /// Whether new rows come at the end, where answers are.
  var growsAtEnd: Bool {
    switch self {
    case .post, .conversation: true
    default: false
    }
  }

  package func description(hasViewer: Bool) -> Description {
    switch self {
    case .profile(let owner, _): Description(title: owner.name)
    case .people(nil):
      Description(
        title: "People",
        emptyText: hasViewer
          ? "Nobody else is here yet. :create-user NAME adds a user."
          : "Nobody is here yet. :create-user NAME adds a user.")
    case .people(let words?):
      Description(title: "People: \(words)", emptyText: "Nobody is here by that name.")
    case .followers(let owner):
      Description(
        title: owner.handle.map { "Followers of \($0)" } ?? "Your followers",
        emptyText: "Nobody follows \(owner.name) yet. p lists people.",
        sibling: Sibling(source: .following(owner), label: "Tab: whom they follow", index: 0))
    case .following(let owner):
      Description(
        title: owner.handle.map { "\($0) follows" } ?? "You follow",
        emptyText: (owner.handle.map { "\($0) follows" } ?? "You follow")
          + " nobody yet. p lists people.",
        sibling: Sibling(source: .followers(owner), label: "Tab: followers", index: 1))
    case .friends(let owner):
      Description(
        title: owner.handle.map { "Friends of \($0)" } ?? "Your friends",
        emptyText: "No friends yet: friends follow each other. p lists people.")
    case .likers(let id): Description(title: "Likers of \(id)", emptyText: "Nobody likes it yet.")
    case .muted: Description(title: "Muted", emptyText: "No muted users. M mutes a user.")
    case .suggestions:
      Description(
        title: "Suggestions",
        emptyText: "Nobody whom you follow follows others yet. p lists people.")
    case .record: Description(title: "Record")
    case .answer(let line): Description(title: ":" + line)
    case .keys: Description(title: "Keys")
    default: postsDescription(hasViewer: hasViewer)
    }
  }

  /// The description of a list of posts.
  private func postsDescription(hasViewer: Bool) -> Description {
    switch self {
    case .timeline:
      Description(
        title: "Timeline", emptyText: "Nothing here yet. Find people to follow with p.",
        sibling: Sibling(source: .explore, label: "Tab: everybody's", index: 0))
    case .explore:
      Description(
        title: "Everybody's posts", emptyText: "Nobody has posted anything yet.",
        sibling: hasViewer ? Sibling(source: .timeline, label: "Tab: timeline", index: 1) : nil)
    case .search(let words):
      Description(
        title: "Search: \(words)", emptyText: "No post holds all of these words. / searches again.")
    case .filtered(_, _, let line):
      Description(title: ":" + line, emptyText: "No post matches these options.")
    case .posts(let owner):
      Description(
        title: owner.handle.map { "Posts of \($0)" } ?? "Your posts", emptyText: "No posts yet.")
    case .notices:
      Description(
        title: "Notifications",
        emptyText: "No replies, likes or followers yet. c writes a post.")
    case .someNotices(let kinds):
      Description(
        title: "Notifications: \(kinds.map(\.rawValue).sorted().joined(separator: ", "))",
        emptyText: "No notifications of this kind yet.")
    case .hashtag(let tag):
      Description(title: "#\(tag)", emptyText: "No post has this hashtag yet. :tags lists others.")
    case .bookmarks:
      Description(title: "Bookmarks", emptyText: "Nothing is kept yet. b keeps a post.")
    case .post(let id):
      Description(
        title: "Post \(id)",
        sibling: Sibling(source: .conversation(id), label: "Tab: the whole thread", index: 0))
    case .conversation(let id):
      Description(
        title: "Thread of \(id)",
        sibling: Sibling(source: .post(id), label: "Tab: the post", index: 1))
    default: Description(title: "")
    }
  }

  /// The user whose page it is.
  package var owner: PageOwner? {
    switch self {
    case .profile(let owner, _), .followers(let owner), .following(let owner),
      .friends(let owner), .posts(let owner):
      owner
    case .filtered(let source, _, _): source.owner
    default: nil
    }
  }

  /// The request that marks rows of this page as read, if the viewer saw the newest one.
  func readMark(of rows: [ListRow], upTo newest: Moment?) -> CommandRequest? {
    switch self {
    case .timeline:
      guard let newest, let oldest = rows.last?.post?.createdAt else { return nil }
      return .markTimeline(min(oldest, newest)...newest)
    case .notices:
      let new = rows.compactMap { row -> Moment? in
        if case .notice(let notice) = row, notice.isNew { notice.createdAt } else { nil }
      }
      return new.max().map { .markNotices(upTo: $0) }
    default: return nil
    }
  }

  /// The same page with its user identified; after a login the viewer may be another user.
  package func owned(by owner: PageOwner?) -> PageSource {
    guard let owner, let present = self.owner, present != .viewer else { return self }
    return switch self {
    case .profile(_, let tab): .profile(owner, tab)
    case .followers: .followers(owner)
    case .following: .following(owner)
    case .friends: .friends(owner)
    case .posts: .posts(owner)
    case .filtered(let source, let filter, let line):
      .filtered(source.owned(by: owner), filter, line: line)
    default: self
    }
  }
}

extension ListRow {
  /// The user it shows, the author of its post, or the user who did what it reports.
  package var owner: PageOwner? {
    switch self {
    case .person(let profile): .person(UserReference(profile.user))
    case .notice(let notice): .named(notice.actor)
    default: post.map { .author(of: $0.target, $0.repeated.author) }
    }
  }
}

extension PageOwner {
  fileprivate var name: SafeText { handle.map { SafeText($0) } ?? "you" }
}
