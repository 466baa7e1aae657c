import Model
import Sharing

/// The lines of the digest that the deeds give.
extension SharedModel {
  /// The deeds on users, posts and edges.
  private struct Content {
    var users: [LastingName: (item: Item, role: Role)] = [:]
    var removed: Set<LastingName> = []
    var profiles: [LastingName: [Item]] = [:]
    var posts: [LastingName: Item] = [:]
    var edits: [LastingName: [Item]] = [:]
    var deleted: Set<LastingName> = []
    var edges: [SharedEdge: Item] = [:]
    var settled: [LastingName: Int64] = [:]

    func isThere(_ user: LastingName) -> Bool { users[user] != nil && !removed.contains(user) }

    /// Whether a post is deleted, or its author removed.
    func isGone(_ post: LastingName) -> Bool {
      guard let author = posts[post]?.actor else { return false }
      return deleted.contains(post) || users[author] != nil && removed.contains(author)
    }
  }

  private var content: Content {
    var content = Content()
    let keeperUsers = Set(named.filter { $0.value == (.keeper, false) }.map { $0.key.user })
    for (item, role) in deeds {
      switch item.deed.act {
      case .user(let user):
        if let old = content.users[user.user]?.item, old.position < item.position { continue }
        content.users[user.user] = (item, role)
      case .removeUser(let user):
        let may = role == .root || role == .keeper && !keeperUsers.contains(user)
        if may || item.signer == user { content.removed.insert(user) }
      case .profile: item.actor.map { content.profiles[$0, default: []].append(item) }
      case .post:
        guard let author = item.actor else { continue }
        let name = Deed.postName(author: author, line: item.line)
        if let old = content.posts[name], old.position < item.position { continue }
        content.posts[name] = item
      case .edit(let edit): content.edits[edit.post, default: []].append(item)
      case .edge(let edge):
        guard let actor = item.actor else { continue }
        let edge = SharedEdge(edge.kind, from: actor, to: edge.to)
        if let old = content.edges[edge], old.order > item.order { continue }
        content.edges[edge] = item
      case .settle(let post):
        content.settled[post] = max(content.settled[post] ?? 0, item.deed.clock)
      case .network, .key, .invitation, .claim, .revoke, .delete: break
      }
    }
    for (item, role) in deeds {
      guard case .delete(let post) = item.deed.act else { continue }
      if role == .keeper || item.signer == content.posts[post]?.actor {
        content.deleted.insert(post)
      }
    }
    return content
  }

  func lines(of network: LastingName) -> Set<String> {
    let content = content
    let name = deeds.map { $0.item }.filter { $0.deed.act.kind == .network }
      .max { $0.turn < $1.turn }
    var lines: Set<String> = []
    if case .network(let name)? = name?.deed.act {
      lines.insert(line("network", network.hexadecimal, name))
    }
    for (pair, naming) in named where !naming.isInvitation {
      let role = naming.role == .keeper ? "keeper" : "member"
      lines.insert(line("key", pair.key.hexadecimal, pair.user.hexadecimal, role))
    }
    lines.formUnion(userLines(content))
    let posts = content.posts.compactMapValues { post($0, content) }
    lines.formUnion(posts.values)
    for (edge, item) in content.edges {
      if let line = self.line(of: edge, item, content, posts) { lines.insert(line) }
    }
    return lines
  }

  private func line(_ fields: String?...) -> String {
    fields.map { field in
      (field ?? "").replacing("\\", with: "\\\\").replacing("\t", with: "\\t")
        .replacing("\n", with: "\\n")
    }.joined(separator: "\t")
  }

  // MARK: Users

  private struct Profile {
    let handle: Handle
    let name: String
    let bio: String
    let pictures: [String?]
    let createdAt: Moment
    /// Users with a confirmed handle come first.
    let isConfirmed: Bool
    let turn: (Int64, FixedBytes<32>, Int)

    init?(_ made: Item, _ role: Role, _ changes: [Item]) {
      guard case .user(let user) = made.deed.act else { return nil }
      createdAt = user.createdAt
      var (handle, name, bio) = ((made, user.handle), (made, user.name), (made, user.bio))
      var (avatar, banner) = ((made, SignedPicture?.none), (made, SignedPicture?.none))
      // The deeds of keepers that name a handle.
      var given = role == .keeper ? [(item: made, handle: user.handle)] : []
      func take<Value>(_ new: Value?, _ item: Item, _ field: inout (Item, Value)) {
        if let new, item.order > field.0.order { field = (item, new) }
      }
      for item in changes {
        guard case .profile(let change) = item.deed.act else { continue }
        take(change.handle, item, &handle)
        take(change.name, item, &name)
        take(change.bio, item, &bio)
        take(change.avatar.map { $0.signed }, item, &avatar)
        take(change.banner.map { $0.signed }, item, &banner)
        if item.deed.vouchedFor != nil, let handle = change.handle { given.append((item, handle)) }
      }
      (self.handle, self.name, self.bio) = (handle.1, name.1, bio.1)
      pictures = [avatar.1, banner.1].map { $0?.hash.hexadecimal }
      let confirming = given.filter { deed in
        deed.handle == handle.1 && deed.item.deed.clock >= handle.0.deed.clock
          && !given.contains { $0.handle != handle.1 && $0.item.turn > deed.item.turn }
      }
      let first = confirming.min { $0.item.turn < $1.item.turn }
      isConfirmed = first != nil
      turn = (first?.item ?? handle.0).turn
    }
  }

  private func userLines(_ content: Content) -> [String] {
    var waiting: [(name: LastingName, profile: Profile)] = []
    for (name, made) in content.users where content.isThere(name) {
      let changes = content.profiles[name] ?? []
      if let profile = Profile(made.item, made.role, changes) { waiting.append((name, profile)) }
    }
    waiting.sort { left, right in
      left.profile.isConfirmed == right.profile.isConfirmed
        ? left.profile.turn < right.profile.turn : left.profile.isConfirmed
    }
    var handles: [String: LastingName] = [:]
    for (name, profile) in waiting where handles[profile.handle.text] == nil {
      handles[profile.handle.text] = name
    }
    return waiting.map { name, profile in
      let wanted = profile.handle.text
      var handle = wanted
      var number = 1
      while let owner = handles[handle], owner != name {
        number += 1
        handle = "\(wanted.prefix(30 - "_\(number)".count))_\(number)"
      }
      handles[handle] = name
      return line(
        "user", name.hexadecimal, handle, profile.name, profile.bio, profile.pictures[0],
        profile.pictures[1], String(profile.createdAt.microseconds))
    }
  }

  // MARK: Posts

  /// The line of a post; nil if it is not there.
  private func post(_ made: Item, _ content: Content) -> String? {
    guard let author = made.actor, case .post(let post) = made.deed.act,
      content.isThere(author), let words = post.words.words
    else { return nil }
    let name = Deed.postName(author: author, line: made.line)
    if content.isGone(name) { return nil }
    let edits = (content.edits[name] ?? []).compactMap { item -> (Item, Words, Moment?)? in
      guard item.actor == author, item.order > made.order, case .edit(let edit) = item.deed.act,
        let new = edit.words.words, words.picture != nil || !new.text.isEmpty && new.alt == nil
      else { return nil }
      return (item, new, edit.editedAt)
    }
    let (_, newest, editedAt) =
      edits.max { $0.0.order < $1.0.order } ?? (made, words, post.editedAt)
    return line(
      "post", name.hexadecimal, author.hexadecimal, String(post.at.microseconds), newest.text,
      words.picture?.hash.hexadecimal, newest.alt, post.replyTo?.hexadecimal,
      post.quotes?.hexadecimal, editedAt.map { String($0.microseconds) },
      newest.mentions.filter(content.isThere).map { $0.hexadecimal }.joined(separator: ","))
  }

  /// The words that a sync drops from a bundle.
  func wordsToDrop(from bundle: Bundle) -> Set<FixedBytes<32>> {
    let content = content
    var (gone, kept): (Set<FixedBytes<32>>, Set<FixedBytes<32>>) = ([], [])
    for (place, line) in bundle.deedLines.enumerated() {
      guard case .deed(let deed) = DeedReading(line: line, words: bundle.words(ofDeedAt: place)),
        let actor = deed.vouchedFor ?? bundle.header.user
      else { continue }
      let (words, post): (SignedWords, LastingName)
      switch deed.act {
      case .post(let new): (words, post) = (new.words, Deed.postName(author: actor, line: line))
      case .edit(let edit): (words, post) = (edit.words, edit.post)
      default: continue
      }
      if content.isGone(post) { gone.insert(words.hash) } else { kept.insert(words.hash) }
    }
    return gone.subtracting(kept)
  }

  // MARK: Edges

  private func line(
    of edge: SharedEdge, _ item: Item, _ content: Content, _ posts: [LastingName: String]
  ) -> String? {
    guard case .edge(let value) = item.deed.act, value.isOn, content.isThere(edge.source) else {
      return nil
    }
    switch edge.kind {
    case .follow: if !content.isThere(edge.target) || edge.target == edge.source { return nil }
    case .like, .repost: if posts[edge.target] == nil { return nil }
    case .flag:
      let isSettled = content.settled[edge.target].map { $0 >= item.deed.clock } ?? false
      if posts[edge.target] == nil || isSettled { return nil }
      if content.posts[edge.target]?.actor == edge.source { return nil }
    }
    let fields = [
      edge.kind.rawValue, edge.source.hexadecimal, edge.target.hexadecimal,
      String(value.at.microseconds),
    ]
    let reason = edge.kind == .flag ? [line(value.reason)] : []
    return (fields + reason).joined(separator: "\t")
  }
}

extension PictureChange {
  fileprivate var signed: SignedPicture? {
    if case .picture(let picture) = self { picture } else { nil }
  }
}
