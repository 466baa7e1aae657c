import Browser
import Keys
import Model
import Rendering

/// A browser without a terminal or a database: its state, and the effects that it requests.
struct BrowserFixture {
  var state: BrowserState
  var drawings = DrawingCache()
  private(set) var effects: [BrowserEffect] = []

  static let ana = profile("ana", "Ana López", isFollowed: true)
  static let me = profile("bob", "Bob", isMe: true)

  /// A different number for each handle.
  private static func id(of handle: String) -> User.ID {
    switch handle {
    case "bob": User.ID(1)
    case "ana": User.ID(2)
    default: User.ID(3)
    }
  }

  static func person(_ handle: String) -> UserReference { UserReference(profile(handle, "").user) }

  static func subject(_ handle: String) -> PageOwner { .person(person(handle)) }

  static func profile(
    _ handle: String, _ name: String, isMe: Bool = false, isFollowed: Bool = false
  ) -> Profile {
    Profile(
      user: User(
        id: id(of: handle), handle: Handle(stored: handle), name: name,
        bio: "Light and bread.", counts: Counts(posts: 30, followers: 12, following: 3, likes: 9),
        createdAt: Moment(seconds: 1_700_000_000)),
      relation: Relation(isMe: isMe, isFollowed: isFollowed))
  }

  static func posts(_ numbers: ClosedRange<Int64>) -> [Post] {
    numbers.reversed().map { number in
      Post(
        id: Post.ID(number), author: Handle(stored: "ana"), text: "Post number \(number)",
        createdAt: Moment(seconds: 1_767_000_000 + number))
    }
  }

  static func page(_ posts: [Post], next: Bool = false) -> Page<Post> {
    let entries = posts.map { Entry($0, at: Cursor(.post, $0.createdAt.microseconds)) }
    return Page(entries: entries, next: next ? entries.last?.cursor : nil)
  }

  init(
    _ profile: Profile = ana, posts: [Post] = posts(1...30), columns: Int = 80, rows: Int = 24,
    depth: ColorDepth = .none, header: HeaderStyle = .stretchy, hasMotion: Bool = false,
    me: UserReference? = person("bob")
  ) {
    let traits = Traits(
      width: columns, height: rows, depth: depth, isTerminal: true,
      now: Moment(seconds: 1_767_323_045))
    state = BrowserState(
      traits: traits, header: header, hasMotion: hasMotion, usesMouse: true, me: me,
      first: .profile(.named(profile.user.handle), .posts))
    show(profile, posts)
  }

  mutating func show(
    _ profile: Profile, _ posts: [Post], tab: ProfileTab = .posts, next: Bool = false,
    at time: Int64 = 0
  ) {
    let shown = ShownProfile(
      profile: Entry(profile, at: Cursor(.user, profile.user.id.number)), tab: tab,
      posts: BrowserFixture.page(posts, next: next), hasViewer: state.me != nil)
    feed(.loaded(page: state.page.id, .profile(shown, ThumbnailSet())), at: time)
  }

  mutating func feed(_ event: BrowserEvent, at time: Int64 = 0) {
    effects = state.update(event, at: time)
  }

  /// Types each letter as a key.
  mutating func type(_ letters: String) {
    for letter in letters { press(.character(letter)) }
  }

  mutating func press(_ keys: KeyPress..., at time: Int64 = 0) {
    for key in keys { feed(.key(key), at: time) }
  }

  /// Answers the latest request for completion.
  mutating func complete(_ offer: LineOffer) {
    guard case .complete(let text)? = effects.last else { return }
    feed(.completed(text, offer))
  }

  /// Notes the state as shown, as the loop does.
  mutating func draw() { state.noteShown(frame.canvas) }

  /// Whether a row of the chosen item is visible below the header.
  ///
  /// True if there is nothing to choose, or no row of a list is visible.
  var showsChosen: Bool {
    let place = state.page.list.position
    if layout.count == 0 || layout.regionTop(at: place.offset) >= layout.window { return true }
    let top = layout.listTop(at: place.offset)
    let rows = layout.rows(place.selected)
    let region = layout.regionTop(at: place.offset)..<layout.window
    return region.overlaps(top + rows.lowerBound..<top + rows.upperBound)
  }

  var place: ListPosition { state.page.list.position }

  var frame: Frame { BrowserView(state, drawings).frame }

  var layout: PageLayout {
    var state = state
    return state.layout
  }

  /// The rows of the screen without trailing blanks.
  var rows: [String] {
    frame.canvas.output.text.split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
  }
}

extension LoadedPage {
  static func profile(_ shown: ShownProfile, _ thumbnails: ThumbnailSet) -> LoadedPage {
    let profile = shown.profile.item
    var page = LoadedPage(header: .profile(profile, avatar: thumbnails.avatarHash))
    page.person = UserReference(profile.user)
    page.take(shown.posts, thumbnails)
    page.tab = shown.tab
    return page
  }

  static func posts(
    _ tab: ProfileTab, _ posts: Page<Post>, _ thumbnails: ThumbnailSet, after cursor: Cursor?
  ) -> LoadedPage {
    var page = LoadedPage()
    page.take(posts, thumbnails)
    (page.tab, page.after) = (tab, cursor)
    return page
  }

  static func feed(
    _ posts: Page<Post>, _ thumbnails: ThumbnailSet, after cursor: Cursor?
  ) -> LoadedPage {
    .posts(.posts, posts, thumbnails, after: cursor)
  }

  static func people(_ people: Page<Profile>, after cursor: Cursor?) -> LoadedPage {
    var page = LoadedPage()
    page.rows = people.items.map(ListRow.person)
    (page.next, page.after) = (people.next, cursor)
    return page
  }

  static func post(_ viewed: ViewedPost, _ thumbnails: ThumbnailSet) -> LoadedPage {
    var page = LoadedPage()
    page.rows = [.viewed(viewed)]
    page.thumbnails = thumbnails
    return page
  }

  private mutating func take(_ posts: Page<Post>, _ thumbnails: ThumbnailSet) {
    rows = posts.items.map(ListRow.post)
    next = posts.next
    self.thumbnails = thumbnails
  }
}

extension CommandRequest {
  static func follow(_ person: UserReference) -> Self { .verb("follow", .person(person)) }
  static func unfollow(_ person: UserReference) -> Self { .verb("unfollow", .person(person)) }
  static func like(_ id: Post.ID) -> Self { .verb("like", .post(id)) }
}

extension Destination {
  init(person: UserReference) { self.init(.profile(.person(person), .posts)) }
}
