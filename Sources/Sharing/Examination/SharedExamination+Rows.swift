internal import Model
internal import Storage

/// Compares rows with the changes of them, as a merge would make them.
extension SharedExamination {
  func compare(_ thing: Thing) throws {
    switch thing {
    case .network: try compareName()
    case .user(let name): try compareUser(name)
    case .post(let name): try comparePost(name)
    case .edge(let edge): try compareEdge(edge)
    // Keys are compared as a whole, and settled reports by their edges.
    case .keys, .reports: break
    }
  }

  /// Reports a row unless it is as signed.
  private func expect(_ isAsSigned: Bool, _ object: Fault.Object, _ thing: Thing) {
    if !isAsSigned { report(.unlikeSigned(object, signer: signer(of: thing))) }
  }

  private func reportMissing(_ object: Fault.Object, _ thing: Thing) {
    report(.notApplied(object, signer: signer(of: thing)))
  }

  /// The handle of the user who signed the change that won; nil if it is in a damaged bundle.
  private func signer(of thing: Thing) -> String? {
    try? evaluation.deeds(on: thing).last?.signer.flatMap(handle)
  }

  private func compareName() throws {
    guard let name = try evaluation.networkName() else { return }
    if !haveSameBytes([name], [try tables.sharing()?.name]) {
      report(.unlikeBundles(table: "sharing"))
    }
  }

  // MARK: Users

  private func compareUser(_ name: LastingName) throws {
    let thing = Thing.user(name)
    let known = try tables.user(named: name)
    let row = try known.flatMap { try tables.profile($0.user) }
    guard let profile = try evaluation.profile(of: name) else {
      if let row { expect(false, row.object, thing) }
      return
    }
    guard let known, let row else {
      return reportMissing(.namedUser(name.hexadecimal), thing)
    }
    let avatar = try isShown(profile.avatar.value, as: .avatar, in: row.avatar, thing)
    let banner = try isShown(profile.banner.value, as: .banner, in: row.banner, thing)
    let isSame =
      avatar && banner && known.wanted == profile.handle.value.text
      && haveSameBytes([row.name, row.bio], [profile.name.value, profile.bio.value])
      && known.createdAt == profile.createdAt
      && row.createdAt <= profile.createdAt
      && (known.turn == profile.turn || evaluation.unsent[thing] != nil)
    expect(isSame, row.object, thing)
    wishes.append(
      HandleOrder.Wish(
        user: row.id, handle: profile.handle.value.text, turn: profile.turn, name: name))
  }

  /// Handles are given out by an exchange, so they may differ while a change of a user is unsent.
  func compareHandles() throws {
    let isSettled = evaluation.unsent.keys.allSatisfy { thing in
      if case .user = thing { false } else { true }
    }
    guard isSettled else { return }
    let handles = HandleOrder.handles(of: wishes)
    let names = Dictionary(uniqueKeysWithValues: wishes.map { ($0.user, $0.name) })
    for row in try tables.handles() {
      guard let handle = handles[row.id], let name = names[row.id] else { continue }
      expect(
        row.handle == handle, .user(row.id.number, handle: row.handle.text), .user(name))
    }
  }

  // MARK: Posts

  private func comparePost(_ name: LastingName) throws {
    let thing = Thing.post(name)
    let known = try tables.post(named: name)
    let row = try known.flatMap { try tables.content(of: $0.post) }
    guard let post = try evaluation.post(named: name), let author = names.users[post.author] else {
      if let row { expect(false, .post(row.id.number), thing) }
      return
    }
    guard let known, let row else {
      return reportMissing(
        known.map { .post($0.post.number) } ?? .namedPost(name.hexadecimal), thing)
    }
    let isSame =
      haveSameBytes([row.text, row.alt], [post.words.text, post.words.alt])
      && row.editedAt == post.editedAt
      && row.author == author && !row.isPrivate && row.reposts == nil
      && (known.at, known.isVouched) == (post.at, post.isVouched)
      && (names.name(of: row.replyTo), names.name(of: row.quotes)) == (post.replyTo, post.quotes)
    expect(
      try isSame && mentionsAreSame(row, post)
        && isShown(post.picture, as: .post, in: row.picture, thing),
      .post(row.id.number), thing)
  }

  /// A post that is not sent yet may have more mentions than travel.
  private func mentionsAreSame(_ row: StoredPost, _ post: SharedPost) throws -> Bool {
    try tables.mentions(in: row.id).prefix(Words.mostMentions)
      == post.words.mentions.compactMap { names.users[$0] }[...]
  }

  // MARK: Pictures

  /// Whether a row shows the signed picture, or none until that arrives.
  private func isShown(
    _ picture: SignedPicture?, as use: StoredSignedPicture.Use, in shown: PictureID?, _ thing: Thing
  ) throws -> Bool {
    let described = try tables.pictures(of: thing.bytes).first { $0.use == use.rawValue }
    let isDescribed =
      described == picture.map { StoredSignedPicture(thing, use, $0) }
    // An exchange describes the pictures of unsent changes.
    guard isDescribed || evaluation.unsent[thing] != nil else { return false }
    let stored = try picture.flatMap { try tables.picture($0.hash) }
    let isThere = stored.map { ($0.byteCount, $0.width, $0.height) }.map {
      $0 == (picture?.bytes, picture?.width, picture?.height)
    }
    return shown == (isThere == true ? stored?.id : nil)
  }

  // MARK: Edges

  private func compareEdge(_ edge: SharedEdge) throws {
    guard let source = names.users[edge.source] else { return }
    let value = try evaluation.edge(edge).flatMap { $0.isOn ? $0 : nil }
    if edge.kind == .follow {
      guard let followee = names.users[edge.target], followee != source else { return }
      let row = try tables.follow(from: source, to: followee)
      let object = Fault.Object.edge(.follow, from: source.number, to: followee.number)
      return try compare(row.map { ($0.at, nil) }, value, object, .edge(edge))
    }
    guard let post = names.posts[edge.target] else { return }
    let (from, to) = (source.number, post.id.number)
    switch edge.kind {
    case .like:
      let row = try tables.like(of: post.id, by: source)
      try compare(
        row.map { ($0.at, nil) }, value, .edge(.like, from: from, to: to), .edge(edge))
    case .flag where post.author != source:
      let row = try tables.flag(of: post.id, by: source)
      try compare(
        row.map { ($0.at, $0.reason) }, value, .edge(.flag, from: from, to: to), .edge(edge))
    case .repost:
      let row = try tables.repost(of: post.id, by: source)
      let at = try row.flatMap { try tables.post($0.id)?.at } ?? row?.at
      try compare(at.map { ($0, nil) }, value, .repost(of: to, by: from), .edge(edge))
    case .follow, .flag: break
    }
  }

  private func compare(
    _ row: (at: Moment, reason: String?)?, _ signed: EdgeChange?, _ object: Fault.Object,
    _ thing: Thing
  ) throws {
    guard let row else {
      if signed != nil { reportMissing(object, thing) }
      return
    }
    let isSame = row.at == signed?.at && haveSameBytes([row.reason], [signed?.reason])
    expect(isSame, object, thing)
  }

  // MARK: Rows without a change

  func findUnsigned() throws {
    for row in try tables.handles() {
      let name = names.name(of: row.id)
      if name.map({ isNamed(.user($0)) }) == true { continue }
      report(.neverSigned(.user(row.id.number, handle: row.handle.text)))
    }
    try tables.eachPublicPostKey { row in
      let name = names.name(of: row.id)
      if name.map({ isNamed(.post($0)) }) == true { return }
      report(.neverSigned(.post(row.id.number)))
    }
    try tables.eachFollow { row in
      expectNamed(
        .follow, row.follower, names.name(of: row.followee),
        .edge(.follow, from: row.follower.number, to: row.followee.number))
    }
    try tables.eachLike { row in
      expectNamed(
        .like, row.liker, names.name(of: row.post),
        .edge(.like, from: row.liker.number, to: row.post.number))
    }
    try tables.eachFlag { row in
      expectNamed(
        .flag, row.reporter, names.name(of: row.post),
        .edge(.flag, from: row.reporter.number, to: row.post.number))
    }
    try tables.eachRepost { row in
      guard let post = row.reposts else { return }
      expectNamed(
        .repost, row.author, names.name(of: post),
        .repost(of: post.number, by: row.author.number))
    }
  }

  /// Ignores edges to private posts, and users without a name, who are reported elsewhere.
  private func expectNamed(
    _ kind: EdgeChange.Kind, _ source: User.ID, _ target: LastingName?, _ object: Fault.Object
  ) {
    guard let source = names.name(of: source), let target else { return }
    if !isNamed(.edge(SharedEdge(kind, from: source, to: target))) { report(.neverSigned(object)) }
  }
}

extension StoredUser {
  fileprivate var object: Fault.Object { .user(id.number, handle: handle.text) }
}
