package import Model
package import Rendering

/// One of the pages that were opened, with the rows that are loaded and the position in them.
package struct BrowserPage {
  /// The part of a page above its rows, or instead of them.
  package enum Header: Equatable {
    case none
    /// A profile, and the hash of its avatar.
    case profile(Profile, avatar: String?)
    /// Text with the paint that a command gave it.
    case text(String)
    case keys
  }

  /// Identifies the page in events that answer its requests.
  package let id: Int
  package private(set) var source: PageSource
  package private(set) var header: Header
  /// Changes with the header, so that drawings of it can be kept.
  private(set) var headerVersion = 0
  /// The lists of the tabs of a profile; any other page has one, under the first tab.
  private var lists: [ProfileTab: LoadedList] = [:]
  /// Whether the network changed while another page was on top, or this one was being read.
  package var isStale = false
  /// Its layout, and what that was measured for.
  var measured: (version: PageVersion, layout: PageLayout)?
  /// Whether it is being read from its beginning.
  var isReading = false
  /// The time of the newest post of the timeline that was on the screen.
  var newestSeen: Moment?
  /// The line that opened it, to be corrected if the page can't be read.
  var typed: Prompt?
  /// How many rows to load on the way to the end of the list; nil unless End was pressed.
  var endGoal: Int?

  init(id: Int, _ source: PageSource, _ header: Header = .none) {
    self.id = id
    self.source = source
    self.header = header
  }

  /// The list of the tab that is shown.
  package var list: LoadedList {
    get { lists[tab] ?? LoadedList() }
    set { lists[tab] = newValue }
  }

  package var tab: ProfileTab {
    if case .profile(_, let tab) = source { tab } else { .posts }
  }

  package var profile: Profile? {
    if case .profile(let profile, _) = header { profile } else { nil }
  }

  /// The hash of the avatar above the rows.
  var avatar: String? { if case .profile(_, let hash) = header { hash } else { nil } }

  package var offeredTabs: [ProfileTab] {
    guard case .profile = source else { return [] }
    return ProfileTab.offered(toOwner: profile?.relation.isMe == true)
  }

  package var isText: Bool { if case .text = header { true } else { header == .keys } }

  var isEmpty: Bool { header == .none && !list.isLoaded }

  /// The chosen row.
  package var chosen: ListedThing? { list.selected.map(ListedThing.init) }

  package var chosenPost: Post? { list.selected?.post }

  /// The author of the chosen post, or the user who did what the chosen row reports.
  var chosenActor: (handle: Handle, owner: PageOwner)? {
    guard let row = list.selected, row.person == nil, let owner = row.owner else { return nil }
    return owner.handle.map { ($0, owner) }
  }

  /// The person that a verb for people applies to.
  var chosenProfile: Profile? { profile ?? list.selected?.person }

  /// The sentence that replaces an error when its subject was deleted; nil if it was never shown.
  var goneText: SafeText? {
    switch source {
    case .profile(.person(let person), _): "\(person.handle) is gone."
    case .post(let id): list.isLoaded ? "Post \(id) is gone." : nil
    default: nil
    }
  }

  private static let aboutPosts: Set<KeyTable.Action> = [
    .open, .like, .author, .inspect, .reply, .quote, .repost, .edit, .bookmark,
  ]

  /// The description of the source; on the page of a repost, the title names the repeated post.
  func description(hasViewer: Bool) -> PageSource.Description {
    var description = source.description(hasViewer: hasViewer)
    if let viewed { description.title = "Post \(viewed.target)" }
    return description
  }

  /// The post that the page is about, if it is loaded.
  private var viewed: Post? {
    list.rows.lazy.compactMap { if case .viewed(let viewed) = $0 { viewed.post.item } else { nil } }
      .first
  }

  /// Whether a key acts on the chosen row, and not on the page.
  package func isAboutChosen(_ action: KeyTable.Action) -> Bool {
    switch source.shape {
    case .grid: BrowserPage.aboutPosts.contains(action)
    case .list:
      BrowserPage.aboutPosts.contains(action) || [.follow, .mute, .followers].contains(action)
    case .text: false
    }
  }

  mutating func show(_ tab: ProfileTab) {
    if case .profile(let owner, _) = source { source = .profile(owner, tab) }
  }

  /// Drops the tab that only its owner may see.
  mutating func dropPrivateTab() {
    lists[.private] = nil
    if tab == .private { show(.posts) }
  }

  /// Forgets pending requests for rows on all tabs; a late answer is recognised by its cursor.
  mutating func stopLoading() {
    for tab in lists.keys { lists[tab]?.isLoading = false }
    isReading = false
  }

  mutating func take(_ loaded: LoadedPage) {
    if let header = loaded.header, header != self.header {
      self.header = header
      headerVersion += 1
    }
    if let person = loaded.person { source = source.owned(by: .person(person)) }
    if let cursor = loaded.after {
      lists[loaded.tab]?.append(loaded.rows, next: loaded.next, after: cursor)
    } else {
      isReading = false
      lists[loaded.tab, default: LoadedList()].replace(
        with: loaded.rows, next: loaded.next, choosing: loaded.selected)
    }
  }

  /// Whether more rows must be loaded to find the chosen one again.
  func mustLoadMore(after loaded: LoadedPage) -> Bool {
    guard loaded.after == nil else { return false }
    return lists[loaded.tab]?.mustLoadMore(after: loaded.rows, next: loaded.next) ?? false
  }

  /// The picture that is drawn from its larger copy: the banner, or that of the viewed post.
  var wholePicture: String? {
    guard case .post = source else { return profile?.user.banner?.hash }
    return viewed?.repeated.image?.hash
  }

  /// The people whose avatars the rows show.
  var people: [Handle] { lists.values.flatMap { $0.rows.compactMap(\.author) } }

  /// The hashes of the pictures on all tabs, at most `margin` rows from the chosen ones.
  func pictures(near margin: Int = .max) -> [String] {
    lists.values.flatMap { $0.posts(near: margin) }.compactMap { $0.image?.hash }
      + [avatar, profile?.user.banner?.hash].compactMap(\.self)
  }
}

/// The rows of a list that are loaded, and the position in them.
package struct LoadedList: Equatable {
  package private(set) var rows: [ListRow] = []
  /// The cursor of the next rows; nil at the end of the list.
  package private(set) var next: Cursor?
  private(set) var isLoaded = false
  /// Whether more rows were asked for.
  var isLoading = false
  package var position = ListPosition()
  /// The viewer who just posted here; their new post is chosen when it arrives.
  var awaitedAuthor: Handle?
  /// Changes with the rows, so that drawings of them can be kept.
  private(set) var version = 0

  package var selected: ListRow? {
    rows.indices.contains(position.selected) ? rows[position.selected] : nil
  }

  /// Replaces the rows from the beginning.
  ///
  /// The chosen row stays chosen at its new index; if it is gone, the next remaining row is.
  /// `index` is the row to choose when the list is loaded for the first time.
  mutating func replace(with rows: [ListRow], next: Cursor?, choosing index: Int = 0) {
    self.next = next
    if rows == self.rows, isLoaded { return }
    let same = indexOfChosen(in: rows)
    let former = self.rows
    self.rows = rows
    version += 1
    if !isLoaded, index > 0 {
      (isLoaded, position.selected, position.isChosen) = (true, index, true)
      return
    }
    isLoaded = true
    if let author = awaitedAuthor, let index = indexOfNewPost(by: author, since: former) {
      awaitedAuthor = nil
      (position.selected, position.isChosen) = (index, true)
      return
    }
    position.selected =
      same ?? (position.isChosen ? min(position.selected, max(0, rows.count - 1)) : 0)
  }

  /// The index of the chosen row in other rows, or of the nearest one after it.
  private func indexOfChosen(in rows: [ListRow]) -> Int? {
    let indexes = Dictionary(zip(rows.map(ListedThing.init), rows.indices)) { first, _ in first }
    return self.rows.dropFirst(position.selected).lazy.compactMap { indexes[ListedThing($0)] }.first
  }

  private func indexOfNewPost(by author: Handle, since former: [ListRow]) -> Int? {
    let known = Set(former.map(\.number))
    return rows.firstIndex { $0.post?.author == author && !known.contains($0.number) }
  }

  /// The most new rows before the chosen one that are read to find it again.
  private static let mostNewcomers = 1_000

  /// Whether more rows must be loaded to find the chosen one again.
  func mustLoadMore(after rows: [ListRow], next: Cursor?) -> Bool {
    guard position.isChosen, next != nil, rows.count < self.rows.count + LoadedList.mostNewcomers
    else { return false }
    return indexOfChosen(in: rows) == nil
  }

  /// Appends rows, unless the list ends at another cursor by now.
  mutating func append(_ more: [ListRow], next: Cursor?, after cursor: Cursor) {
    isLoading = false
    guard cursor == self.next else { return }
    self.next = next
    if more.isEmpty { return }
    rows += more
    version += 1
  }

  /// The shown posts at most `margin` rows from the chosen one; for a repost, the repeated one.
  func posts(near margin: Int) -> [Post] {
    let start = max(0, min(position.selected, rows.count) - min(margin, rows.count))
    let end = min(rows.count, position.selected + min(margin, rows.count) + 1)
    return rows[start..<end].compactMap { $0.post?.repeated }
  }
}

/// A position in a page that scrolls.
package struct ListPosition: Equatable {
  /// Rows of the window that are scrolled away.
  package var offset = 0
  /// The index of the chosen row.
  package var selected = 0
  /// Whether the viewer chose the row; otherwise the first row stays chosen when rows change.
  package var isChosen = false

  package init(offset: Int = 0, selected: Int = 0) {
    self.offset = offset
    self.selected = selected
  }
}

/// The result of reading a page.
package struct LoadedPage {
  /// Nil leaves the header as it is.
  package var header: BrowserPage.Header?
  /// The user whose page it is, with their current handle.
  package var person: UserReference?
  package var rows: [ListRow] = []
  /// The row to choose at first.
  package var selected = 0
  package var next: Cursor?
  package var tab = ProfileTab.posts
  package var thumbnails = ThumbnailSet()
  /// The cursor that the rows follow; nil from the beginning.
  package var after: Cursor?

  package init(header: BrowserPage.Header? = nil) {
    self.header = header
  }
}
