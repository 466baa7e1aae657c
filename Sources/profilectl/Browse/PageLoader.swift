import Browser
import Model
import Rendering
import Services

/// Reads the pages of the browser: one method for each kind.
struct PageLoader {
  let network: Network
  let viewer: Viewer

  /// Reads rows from the beginning, or after a cursor, in one snapshot.
  func load(_ source: PageSource, count: Int, after cursor: Cursor?) throws -> LoadedPage {
    let request = PageRequest(limit: count, after: cursor)
    return try network.atOneMoment { () throws(ServiceError) in
      var page = try load(source, request)
      page.after = cursor
      return page
    }
  }

  private func load(
    _ source: PageSource, _ request: PageRequest
  ) throws(ServiceError) -> LoadedPage {
    switch source {
    case .profile(let owner, let tab): return try profile(owner, tab, request)
    case .people(let words): return try people(network.users.find(words, as: viewer, request))
    case .followers(let owner), .following(let owner), .friends(let owner):
      return try followers(source, of: current(owner), request)
    case .posts(let owner):
      let person = try current(owner)
      var page = try posts(network.posts.page(of: .posts(of: person?.handle), as: viewer, request))
      page.person = person
      return page
    case .likers(let id): return try people(network.likes.likers(of: id, as: viewer, request))
    case .muted: return try people(network.edges.targets(.mute, of: nil, as: viewer, request))
    case .suggestions:
      let page = try network.follows.suggestions(for: viewer, request)
      return try rows(page.items.map { .person($0.profile) }, next: page.next)
    case .timeline: return try posts(network.timeline.home(of: viewer, request))
    case .explore: return try posts(network.posts.explore(as: viewer, request))
    case .search(let words): return try posts(network.posts.search(words, as: viewer, request))
    case .bookmarks: return try posts(network.posts.page(of: .bookmarks, as: viewer, request))
    case .hashtag(let tag):
      guard let tag = Hashtag(tag) else { return LoadedPage() }
      return try posts(network.posts.page(of: .hashtag(tag), as: viewer, request))
    case .filtered(let source, let filter, _):
      var request = request
      request.filter = filter
      return try load(source, request)
    case .notices: return try notices(NoticeService.allKinds, request)
    case .someNotices(let kinds): return try notices(kinds, request)
    case .conversation(let id):
      let thread = try network.conversations.thread(of: id, as: viewer, request)
      var page = try rows(thread.items.map(ListRow.conversation), next: thread.next)
      page.selected = thread.items.firstIndex { $0.id == id } ?? 0
      return page
    case .post(let id): return try post(id)
    case .record(let thing): return LoadedPage(header: .text(try record(of: thing).tallJSON.text))
    case .answer, .keys: return LoadedPage()
    }
  }

  /// The followers, followees or friends of a person.
  private func followers(
    _ source: PageSource, of person: UserReference?, _ request: PageRequest
  ) throws(ServiceError) -> LoadedPage {
    let (follows, handle) = (network.follows, person?.handle)
    let page =
      switch source {
      case .following: try follows.following(by: handle, as: viewer, request)
      case .friends: try follows.friends(of: handle, as: viewer, request)
      default: try follows.followers(of: handle, as: viewer, request)
      }
    return try people(page, about: person)
  }

  private func profile(
    _ owner: PageOwner, _ tab: ProfileTab, _ request: PageRequest
  ) throws(ServiceError) -> LoadedPage {
    let shown = try network.users.show(
      try current(owner)?.handle, tab: tab, as: viewer, request)
    let profile = shown.profile.item
    var page = LoadedPage()
    if request.after == nil {
      page.thumbnails = try network.pictures.thumbnails(
        of: shown.posts.items.map(\.repeated), avatarOf: profile.user.id,
        banner: profile.user.banner?.hash)
      page.header = .profile(profile, avatar: page.thumbnails.avatarHash)
    } else {
      page.thumbnails = try network.pictures.thumbnails(of: shown.posts.items.map(\.repeated))
    }
    page.person = UserReference(profile.user)
    page.rows = shown.posts.items.map(ListRow.post)
    (page.next, page.tab) = (shown.posts.next, tab)
    return page
  }

  private func people(
    _ people: Page<Profile>, about person: UserReference? = nil
  ) throws(ServiceError) -> LoadedPage {
    var page = try rows(people.items.map(ListRow.person), next: people.next)
    page.person = person
    return page
  }

  private func posts(_ posts: Page<Post>) throws(ServiceError) -> LoadedPage {
    try rows(posts.items.map(ListRow.post), next: posts.next)
  }

  private func notices(
    _ kinds: Set<Notice.Kind>, _ request: PageRequest
  ) throws(ServiceError) -> LoadedPage {
    let notices = try network.notices.page(for: viewer, kinds, request)
    return try rows(notices.items.map(ListRow.notice), next: notices.next)
  }

  private func rows(_ rows: [ListRow], next: Cursor?) throws(ServiceError) -> LoadedPage {
    var page = LoadedPage()
    (page.rows, page.next) = (rows, next)
    page.thumbnails = try network.pictures.thumbnails(
      of: rows.compactMap { $0.post?.repeated }, people: rows.compactMap(\.author))
    return page
  }

  /// A post between the posts that it answers and its answers.
  private func post(_ id: Post.ID) throws(ServiceError) -> LoadedPage {
    var viewed = try network.conversations.view(id, as: viewer)
    let above = viewed.above.map { ListRow.conversation($0.at(depth: 0)) }
    let below = viewed.replies.map {
      ListRow.conversation(ConversationPost(id: $0.id, depth: 1, post: $0))
    }
    (viewed.above, viewed.replies) = ([], [])
    var page = try rows(above + [.viewed(viewed)] + below, next: nil)
    page.selected = above.count
    return page
  }

  private func record(of thing: ListedThing) throws(ServiceError) -> Record {
    switch thing {
    case .post(let id), .notice(_, _, let id?):
      return Record(try network.posts.post(id, as: viewer).item)
    case .notice(_, let actor, nil):
      return Record(try network.users.profile(of: actor, as: viewer).item)
    case .person(let person):
      let handle = try current(.person(person))?.handle ?? person.handle
      return Record(try network.users.profile(of: handle, as: viewer).item)
    }
  }

  /// The current number and handle of the user whose page it is; nil for the viewer.
  func current(_ owner: PageOwner) throws(ServiceError) -> UserReference? {
    switch owner {
    case .viewer: return nil
    case .named(let handle): return try person(named: handle)
    case .author(let post, let handle):
      do throws(ServiceError) {
        return try person(named: try network.posts.post(post, as: viewer).item.author)
      } catch .noSuchPost {
        // The post is gone; only the shown handle is left.
        return try person(named: handle)
      }
    case .person(let person):
      guard let user = try network.users.user(person.id) else {
        throw .noSuchUser(person.handle, near: nil)
      }
      return UserReference(user)
    }
  }

  private func person(named handle: Handle) throws(ServiceError) -> UserReference {
    UserReference(try network.users.profile(of: handle, as: .nobody).item.user)
  }
}

extension ConversationPost {
  fileprivate func at(depth: Int) -> ConversationPost {
    ConversationPost(id: id, depth: depth, post: post)
  }
}
