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
    case .people(let words): return people(try network.users.find(words, as: viewer, request))
    case .followers(let owner):
      let person = try current(owner)
      return people(
        try network.follows.followers(of: person?.handle, as: viewer, request), about: person)
    case .following(let owner):
      let person = try current(owner)
      return people(
        try network.follows.following(by: person?.handle, as: viewer, request), about: person)
    case .likers(let id): return people(try network.likes.likers(of: id, as: viewer, request))
    case .timeline: return try posts(network.timeline.home(of: viewer, request))
    case .explore: return try posts(network.posts.explore(as: viewer, request))
    case .search(let words): return try posts(network.posts.search(words, as: viewer, request))
    case .post(let id):
      let viewed = try network.posts.view(id, as: viewer, likerLimit: 100)
      var page = LoadedPage()
      page.rows = [.viewed(viewed)]
      page.thumbnails = try network.pictures.thumbnails(of: [viewed.post.item])
      return page
    case .notices, .hashtag, .bookmarks, .muted, .conversation: return LoadedPage()
    case .record(let thing): return LoadedPage(header: .text(try record(of: thing).tallJSON.text))
    case .answer, .keys: return LoadedPage()
    }
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
        of: shown.posts.items, avatarOf: profile.user.id)
      page.header = .profile(profile, avatar: page.thumbnails.avatarHash)
    } else {
      page.thumbnails = try network.pictures.thumbnails(of: shown.posts.items)
    }
    page.person = UserReference(profile.user)
    page.rows = shown.posts.items.map(ListRow.post)
    (page.next, page.tab) = (shown.posts.next, tab)
    return page
  }

  private func people(_ people: Page<Profile>, about person: UserReference? = nil) -> LoadedPage {
    var page = LoadedPage()
    page.person = person
    page.rows = people.items.map(ListRow.person)
    page.next = people.next
    return page
  }

  private func posts(_ posts: Page<Post>) throws(ServiceError) -> LoadedPage {
    var page = LoadedPage()
    page.rows = posts.items.map(ListRow.post)
    page.next = posts.next
    page.thumbnails = try network.pictures.thumbnails(of: posts.items)
    return page
  }

  private func record(of thing: ListedThing) throws(ServiceError) -> Record {
    switch thing {
    case .post(let id):
      return Record(try network.posts.view(id, as: viewer, likerLimit: 0).post.item)
    case .person(let person):
      let handle = try current(.person(person))?.handle ?? person.handle
      return Record(try network.users.profile(of: handle, as: viewer).item)
    }
  }

  /// The user that a page is about, as they are called now; nil for the viewer.
  private func current(_ owner: PageOwner) throws(ServiceError) -> UserReference? {
    switch owner {
    case .viewer: return nil
    case .named(let handle): return try person(named: handle)
    case .author(let post, let handle):
      do throws(ServiceError) {
        let viewed = try network.posts.view(post, as: viewer, likerLimit: 0)
        return try person(named: viewed.post.item.author)
      } catch .noSuchPost {
        // Only the handle that the post showed is left.
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
