package import Model

/// Records of model values.
///
/// Keys may be added, but never renamed or removed.
extension Record {
  package init(_ profile: Profile, cursor: Cursor? = nil) {
    self.init(
      .user, Record.values(of: profile, cursor: cursor), ifShared: Record.lasting(profile.user))
  }

  package init(_ entry: Entry<Profile>) {
    self.init(entry.item, cursor: entry.cursor)
  }

  package init(_ post: Post, cursor: Cursor? = nil) {
    self.init(.post, Record.values(of: post, cursor: cursor), ifShared: Record.lasting(post))
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
      ], ifShared: Record.lasting(suggestion.profile.user))
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

  /// An outcome; the record of a dry run has one more key.
  package init(_ outcome: Outcome, isDryRun: Bool = false) {
    self.init(
      isDryRun ? .dryRunOutcome : .outcome,
      [
        .string(outcome.input), .string(outcome.result.rawValue),
        .record(outcome.user.map { Record($0) }), .record(outcome.post.map { Record($0) }),
      ] + (isDryRun ? [.bool(true)] : []))
  }

  /// A post of a conversation.
  package init(_ post: Post, depth: Int, cursor: Cursor?) {
    self.init(
      .conversationPost, Record.values(of: post, cursor: cursor) + [.count(depth)],
      ifShared: Record.lasting(post))
  }

  package init(_ entry: Entry<Notice>) {
    let notice = entry.item
    self.init(
      .notice,
      [
        .string(notice.kind.rawValue), .string(notice.actor.text),
        .record(notice.post.map { Record($0) }), .time(notice.createdAt), .bool(notice.isNew),
        .cursor(entry.cursor),
      ])
  }

  package init(_ entry: Entry<HashtagUse>) {
    let use = entry.item
    self.init(
      .hashtag,
      [
        .string(use.tag.spelling), .count(use.postCount), .time(use.lastAt),
        .cursor(entry.cursor),
      ])
  }

  /// The line of a post in a list on a pipe.
  ///
  /// The text of a repost is the author and the text of the repeated post.
  package init(line entry: Entry<Post>, as kind: RecordKind = .post) {
    let post = entry.item
    let text = post.referenced.flatMap { repeated -> String? in
      post.reposts == nil ? nil : "@\(repeated.author.text): \(repeated.text)"
    }
    self.init(
      keys: kind.columns,
      values: [
        .integer(post.id.number), .string(post.author.text), .time(post.createdAt),
        .count(post.likeCount), .bool(post.isLiked), .string(text ?? post.text),
        .id(post.replyTo), .id(post.reposts),
      ])
  }

  /// The line of a notice in a list on a pipe.
  package init(line entry: Entry<Notice>) {
    let notice = entry.item
    self.init(
      keys: RecordKind.notice.columns,
      values: [
        .string(notice.actor.text), .string(notice.kind.rawValue), .id(notice.post?.id),
        .time(notice.createdAt), .text(notice.post?.text),
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

  /// A profile with one page of one tab; `cursor` is the position in the list of users.
  package init(_ profile: Profile, cursor: Cursor? = nil, tab: ProfileTab, posts: Page<Post>) {
    self.init(
      .profilePage,
      [
        .object(Record(profile, cursor: cursor)), .string(tab.rawValue),
        .records(posts.entries.map { Record($0) }), .cursor(posts.next),
      ])
  }

  package init(_ shown: ShownProfile) {
    self.init(
      shown.profile.item, cursor: shown.profile.cursor, tab: shown.tab, posts: shown.posts)
  }

  package init(_ viewed: ViewedPost) {
    self.init(
      .postPage,
      Record.values(of: viewed.post.item, cursor: viewed.post.cursor) + [
        .handles(viewed.likers), .records(viewed.above.compactMap(\.post).map { Record($0) }),
        .records(viewed.replies.map { Record($0) }),
      ], ifShared: Record.lasting(viewed.post.item))
  }

  private static func values(of profile: Profile, cursor: Cursor?) -> [JSONValue] {
    let (user, relation) = (profile.user, profile.relation)
    return [
      .string(user.handle.text), .string(user.name), .string(user.bio), .count(user.counts.posts),
      .count(user.counts.followers), .count(user.counts.following), .count(user.counts.likes),
      .time(user.createdAt), .bool(relation.isMe), .bool(relation.isFollowed),
      .bool(relation.followsYou), .bool(relation.isMuted),
      .record(user.avatar.map { Record($0) }), .record(user.banner.map { Record($0) }),
      .cursor(cursor),
    ]
  }

  private static func lasting(_ user: User) -> [JSONValue]? {
    user.lastingName.map { [.string($0.hexadecimal)] }
  }

  /// A private post and a repost have no name, and nobody signed them.
  private static func lasting(_ post: Post) -> [JSONValue]? {
    post.lasting.map { lasting in
      guard let name = lasting.name else { return [.null, .null] }
      return [.string(name.hexadecimal), .string(lasting.isVouched ? "keeper" : "author")]
    }
  }

  private static func values(of post: Post, cursor: Cursor?) -> [JSONValue] {
    [
      .integer(post.id.number), .string(post.author.text), .string(post.text),
      .record(post.signedImage.map { Record($0) }), .text(post.alt), .bool(post.isPrivate),
      .count(post.likeCount), .bool(post.isLiked), .time(post.createdAt), .id(post.replyTo),
      .id(post.conversation), .id(post.quotes), .id(post.reposts), .handles(post.mentions),
      .array(post.hashtags.map { .string($0.spelling) }), .count(post.replyCount),
      .count(post.repostCount), .bool(post.viewed.isReposted), .bool(post.viewed.isBookmarked),
      post.editedAt.map(JSONValue.time) ?? .null, .cursor(cursor),
    ]
  }
}
