package import Model
internal import Storage

extension ExportFormat {
  /// A folder of linked pages with their pictures and feeds; `index.html` is the first page.
  static let site = ExportFormat(name: "site", isFolder: true, isForWeb: true) { export in
    try SiteWriter(export).write()
  }
}

/// Draws the pages of a site, and has the files that they share.
package struct SiteDrawing {
  let style: [UInt8]
  let script: [UInt8]
  let page: (SitePage) -> [UInt8]

  package init(style: [UInt8], script: [UInt8], page: @escaping (SitePage) -> [UInt8]) {
    self.style = style
    self.script = script
    self.page = page
  }
}

/// Writes a site person by person; one page and the times of all authors are in memory.
private final class SiteWriter {
  private static let peopleOfPage = 100
  private static let postsOfPage = 48
  private static let hashtagsOfIndex = 60
  /// The most posts that a page shows above its post; the pages of those posts show the others.
  private static let mostAbove = 10
  /// The most answers in a tile, and on the page of a post.
  private static let mostAnswers = (tile: 6, page: 1_000)

  private let export: Export
  private let reading: any Reading
  private let drawing: SiteDrawing
  private let map: SiteMap
  private let pictures: SitePictures
  /// The hashtags of the person, if the site is of one person.
  private var ownHashtags: Set<Hashtag> = []
  /// The number of written posts.
  private var written = 0
  private var writtenHashtags = 0

  init(_ export: Export) {
    self.export = export
    drawing = export.drawing
    reading = export.reading
    map = SiteMap(owner: export.user?.handle)
    pictures = SitePictures(export)
  }

  func write() throws {
    try export.output.write(drawing.style, to: SiteMap.style)
    try export.output.write(drawing.script, to: SiteMap.script)
    try export.output.folder(SiteMap.pictures)
    try export.output.folder(SiteMap.hashtags)
    if let user = export.scope.user {
      if let person = try reading.profile(of: user, for: nil)?.item {
        try writePeople([person], page: 1, hasMore: false)
        try write(person)
      }
    } else {
      try writeEveryone()
    }
    try writeHashtags()
    export.keepOnly([.users, .posts, .pictures])
    export.counts.pictures = pictures.count
  }

  /// Lists people with posts first, by their newest post, then the others in the order they joined.
  private func writeEveryone() throws {
    var list = (people: [Profile](), page: 1)
    func add(_ person: Profile) throws {
      if list.people.count == SiteWriter.peopleOfPage {
        try writePeople(list.people, page: list.page, hasMore: true)
        list = ([], list.page + 1)
      }
      list.people.append(person)
      try write(person)
    }
    var authors: [(id: User.ID, newest: Moment)] = []
    try eachPerson { person in
      if let newest = try newestPost(of: person) { authors.append((person.user.id, newest)) }
    }
    for author in authors.sorted(by: { ($0.newest, $0.id) > ($1.newest, $1.id) }) {
      if let person = try reading.profile(of: author.id, for: nil)?.item { try add(person) }
    }
    try eachPerson { if $0.user.counts.posts == 0 { try add($0) } }
    try writePeople(list.people, page: list.page, hasMore: false)
  }

  private func eachPerson(_ take: (Profile) throws -> Void) throws {
    var request = PageRequest(limit: SiteWriter.peopleOfPage)
    repeat {
      let page = try reading.users(for: nil, request)
      for person in page.items { try take(person) }
      request.after = page.next
    } while request.after != nil
  }

  /// The time of the newest public post of a person, or of their joining; nil for a person without
  /// posts.
  private func newestPost(of person: Profile) throws -> Moment? {
    if person.user.counts.posts == 0 { return nil }
    let tabs = ProfileTab.offered(toOwner: false).filter { $0 != .likes }
    let newest = try tabs.compactMap { tab in
      try reading.posts(.tab(tab, of: person.user.id), for: nil, PageRequest(limit: 1))
        .items.first?.createdAt
    }
    return newest.max() ?? person.user.createdAt
  }

  private func writePeople(_ people: [Profile], page number: Int, hasMore: Bool) throws {
    let isOfAll = number == 1 && map.owner == nil
    let hashtags =
      isOfAll
      ? try reading.hashtags(
        beginning: nil, since: nil, until: nil, PageRequest(limit: SiteWriter.hashtagsOfIndex)
      ).items : []
    let counts = SiteCounts(users: export.counts.users, posts: export.counts.posts)
    try draw(
      SitePage(
        map, path: map.people(page: number), .people(people, counts, hashtags: hashtags),
        newer: number > 1 ? map.people(page: number - 1) : nil,
        older: hasMore ? map.people(page: number + 1) : nil),
      pictures: people.compactMap(\.user.avatar?.hash))
  }

  // MARK: A person

  private func write(_ person: Profile) throws {
    let user = person.user
    let viewer = export.scope.includesPrivate ? user.id : nil
    try export.output.folder(map.folder(of: user.handle))
    var first: [SiteTab] = []
    for tab in ProfileTab.offered(toOwner: export.scope.includesPrivate) {
      var request = PageRequest(limit: SiteWriter.postsOfPage)
      var number = 1
      repeat {
        let page = try reading.posts(.tab(tab, of: user.id), for: viewer, request)
        let part = SiteTab(
          tab, page: number, posts: page.items,
          replies: tab == .likes ? [:] : try answers(to: page.items, for: viewer),
          hasMore: page.next != nil)
        if number > 1 {
          try write([part], of: person, to: map.profile(user.handle, tab: tab, page: number))
        } else if tab != .private || !page.items.isEmpty {
          first.append(part)
        }
        if tab != .likes { try writePages(of: page.items, by: user, for: viewer) }
        request.after = page.next
        number += 1
      } while request.after != nil
    }
    try write(first, of: person, to: map.profile(user.handle))
    if SitePage.hasPosts(person, first) { try writeFeeds(of: user) }
  }

  private func write(_ tabs: [SiteTab], of person: Profile, to path: String) throws {
    let posts = tabs.flatMap(\.posts)
    let answers = tabs.flatMap { $0.replies.values.joined() }
    try draw(
      SitePage(map, path: path, .profile(person, tabs)),
      pictures: [person.user.avatar?.hash, person.user.banner?.hash].compactMap { $0 },
      posts: posts, authors: answers.map(\.author))
  }

  private func answers(
    to posts: [Post], for viewer: User.ID?
  ) throws -> [Post.ID: [Post]] {
    var answers: [Post.ID: [Post]] = [:]
    for post in posts where post.replyCount > 0 && answers[post.target] == nil {
      answers[post.target] = try reading.replies(
        to: post.target, for: viewer, limit: SiteWriter.mostAnswers.tile)
    }
    return answers
  }

  private func writePages(of posts: [Post], by author: User, for viewer: User.ID?) throws {
    for post in posts {
      written += 1
      export.progress(WorkProgress(.posts, done: written, of: max(written, export.counts.posts)))
      if post.reposts != nil { continue }
      let replies =
        post.replyCount > 0 || viewer != nil
        ? try reading.replies(to: post.id, for: viewer, limit: SiteWriter.mostAnswers.page) : []
      let viewed = ViewedPost(
        post: Entry(post, at: Cursor(.post, post.createdAt.microseconds)), likers: [],
        above: try above(post, for: viewer), replies: replies)
      let others = replies + viewed.above.compactMap(\.post)
      try draw(
        SitePage(map, path: map.post(post.id, by: author.handle), .post(viewed, by: author)),
        posts: [post], authors: others.map(\.author) + [author.handle])
      if map.owner != nil, !post.isPrivate { ownHashtags.formUnion(post.hashtags) }
    }
  }

  /// The nearest posts above a post, the highest first.
  private func above(_ post: Post, for viewer: User.ID?) throws -> [ConversationPost] {
    var above: [ConversationPost] = []
    var next = post.replyTo
    while let id = next, above.count < SiteWriter.mostAbove {
      let found = try reading.post(id, for: viewer)?.item
      above.insert(ConversationPost(id: id, depth: 0, post: found), at: 0)
      next = found?.replyTo
    }
    return above
  }

  private func writeFeeds(of user: User) throws {
    var scope = export.scope
    scope.user = user.id
    var person: ExportedUser?
    try export.network.users(scope) { person = $0 }
    guard let person else { return }
    let folder = map.folder(of: user.handle)
    let feed = Feed(of: person, scope, in: export) { [pictures] in try pictures.file(of: $0) }
    try feed.writeJSON(to: try export.output.file("\(folder)/feed.json"))
    try feed.writeAtom(to: try export.output.file("\(folder)/feed.xml"), isBesidePages: true)
  }

  // MARK: Hashtags

  private func writeHashtags() throws {
    if let owner = map.owner {
      for tag in ownHashtags {
        let search = try PostSearch("from:\(owner.text) #\(tag.spelling)")
        try write(tag, .search(search))
      }
      return
    }
    var request = PageRequest(limit: 1_000)
    repeat {
      let page = try reading.hashtags(beginning: nil, since: nil, until: nil, request)
      for use in page.items { try write(use.tag, .hashtag(use.tag)) }
      request.after = page.next
    } while request.after != nil
  }

  private func write(_ tag: Hashtag, _ list: PostList) throws {
    writtenHashtags += 1
    export.progress(WorkProgress(.hashtags, done: writtenHashtags))
    var request = PageRequest(limit: SiteWriter.postsOfPage)
    var number = 1
    repeat {
      let page = try reading.posts(list, for: nil, request)
      try draw(
        SitePage(
          map, path: map.hashtag(tag, page: number), .hashtag(tag, page.items),
          newer: number > 1 ? map.hashtag(tag, page: number - 1) : nil,
          older: page.next != nil ? map.hashtag(tag, page: number + 1) : nil),
        posts: page.items)
      request.after = page.next
      number += 1
    } while request.after != nil
  }

  // MARK: Drawing

  private func draw(
    _ page: SitePage, pictures hashes: [String] = [], posts: [Post] = [], authors: [Handle] = []
  ) throws {
    var page = page
    let shown = hashes + posts.compactMap(\.repeated.image?.hash)
    for author in Set(authors) {
      page.avatars[author] = try pictures.avatar(of: author)
    }
    for hash in Set(shown).union(page.avatars.values) {
      page.pictures[hash] = try pictures.file(of: hash)
    }
    try export.output.write(drawing.page(page), to: page.path)
  }
}

/// Writes each picture that a page of a site shows once.
private final class SitePictures {
  /// The most avatars in memory; the memory is then cleared.
  private static let mostAvatars = 10_000

  /// The first half of a hash.
  private struct Key: Hashable {
    let high: UInt64
    let low: UInt64

    init?(_ hash: String) {
      guard let high = UInt64(hash.prefix(16), radix: 16),
        let low = UInt64(hash.dropFirst(16).prefix(16), radix: 16)
      else { return nil }
      self.high = high
      self.low = low
    }
  }

  private let export: Export
  /// The written pictures, in few bytes each.
  private var endings: [Key: PictureName.Ending] = [:]
  private var avatars: [Handle: String?] = [:]

  init(_ export: Export) {
    self.export = export
  }

  var count: Int { endings.count }

  /// The file of a picture; nil for one that is gone or has another format.
  func file(of hash: String) throws -> String? {
    guard let key = Key(hash) else { return nil }
    if let ending = endings[key] { return SitePictures.path(of: hash, ending) }
    guard let picture = try export.network.picture(hash),
      let ending = PictureName.Ending(picture.beginning)
    else { return nil }
    endings[key] = ending
    let path = SitePictures.path(of: hash, ending)
    try export.output.write(picture, to: path)
    return path
  }

  private static func path(of hash: String, _ ending: PictureName.Ending) -> String {
    "\(SiteMap.pictures)/\(hash).\(ending.rawValue)"
  }

  /// The hash of an avatar.
  func avatar(of handle: Handle) throws -> String? {
    if let known = avatars[handle] { return known }
    if avatars.count >= SitePictures.mostAvatars { avatars.removeAll() }
    let user = try export.reading.userID(ifAny: handle)
    let hash = try user.flatMap { try export.reading.pictures.avatarHash(of: $0) }
    avatars[handle] = .some(hash)
    return hash
  }
}
