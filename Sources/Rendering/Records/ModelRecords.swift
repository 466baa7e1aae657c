package import Model

/// Records made from model values.
///
/// Keys are only added, never renamed or removed.
extension Record {
  package init(_ profile: Profile, cursor: Cursor? = nil) {
    self.init(.user, Record.values(of: profile, cursor: cursor))
  }

  package init(_ entry: Entry<Profile>) {
    self.init(entry.item, cursor: entry.cursor)
  }

  package init(_ post: Post, cursor: Cursor? = nil) {
    self.init(.post, Record.values(of: post, cursor: cursor))
  }

  package init(_ entry: Entry<Post>) {
    self.init(entry.item, cursor: entry.cursor)
  }

  package init(_ image: Image) {
    self.init(
      .image,
      [.count(image.width), .count(image.height), .count(image.bytes), .string(image.hash)])
  }

  package init(_ entry: Entry<Suggestion>) {
    let suggestion = entry.item
    self.init(
      .suggestion,
      Record.values(of: suggestion.profile, cursor: entry.cursor) + [
        .count(suggestion.sharedCount), .handles(suggestion.via),
      ])
  }

  package init(_ entry: Entry<Flag>) {
    let flag = entry.item
    self.init(
      .flag,
      [
        .integer(flag.post.number), .string(flag.author.text), .string(flag.reporter.text),
        .text(flag.reason), .time(flag.createdAt), .cursor(entry.cursor),
      ])
  }

  package init(_ outcome: Outcome) {
    self.init(
      .outcome,
      [
        .string(outcome.input), .string(outcome.result.rawValue),
        .record(outcome.user.map { Record($0) }), .record(outcome.post.map { Record($0) }),
      ])
  }

  package init(_ finding: Finding) {
    let words = FaultWords(finding.fault)
    self.init(
      .finding,
      [
        .string(words.kind.rawValue), .string(words.object),
        .string(words.detail + (finding.resolution == .removed ? "; removed" : "")),
        .bool(finding.isRepaired),
      ])
  }

  /// The report of an examination; `ok` is true without findings.
  package init(_ findings: [Finding]) {
    self.init(.examination, [.bool(findings.isEmpty), .records(findings.map { Record($0) })])
  }

  package init(_ backup: Backup) {
    self.init(.backup, [.string(backup.path), .count(backup.bytes)])
  }

  /// A profile with one page of one tab; `cursor` is the user's place in the list of users.
  package init(_ profile: Profile, cursor: Cursor? = nil, tab: ProfileTab, posts: Page<Post>) {
    self.init(
      .profilePage,
      [
        .object(Record(profile, cursor: cursor)), .string(tab.rawValue),
        .records(posts.entries.map { Record($0) }), .cursor(posts.next),
      ])
  }

  /// A post with the handles of users who like it.
  package init(_ post: Post, cursor: Cursor? = nil, likers: [Handle]) {
    self.init(.postPage, Record.values(of: post, cursor: cursor) + [.handles(likers)])
  }

  package init(_ shown: ShownProfile) {
    self.init(
      shown.profile.item, cursor: shown.profile.cursor, tab: shown.tab, posts: shown.posts)
  }

  package init(_ viewed: ViewedPost) {
    self.init(viewed.post.item, cursor: viewed.post.cursor, likers: viewed.likers)
  }

  private static func values(of profile: Profile, cursor: Cursor?) -> [JSONValue] {
    let (user, relation) = (profile.user, profile.relation)
    return [
      .string(user.handle.text), .string(user.name), .string(user.bio), .count(user.counts.posts),
      .count(user.counts.followers), .count(user.counts.following), .count(user.counts.likes),
      .time(user.createdAt), .bool(relation.isMe), .bool(relation.isFollowed),
      .bool(relation.followsYou), .cursor(cursor),
    ]
  }

  private static func values(of post: Post, cursor: Cursor?) -> [JSONValue] {
    [
      .integer(post.id.number), .string(post.author.text), .string(post.text),
      .record(post.image.map { Record($0) }), .text(post.alt), .bool(post.isPrivate),
      .count(post.likeCount), .bool(post.isLiked), .time(post.createdAt), .cursor(cursor),
    ]
  }
}
