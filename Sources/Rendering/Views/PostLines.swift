package import Model

/// Posts with their full text, as in timelines.
package struct PostLines: View {
  private let posts: [Post]

  package init(_ posts: [Post]) {
    self.posts = posts
  }

  package func canvas(in traits: Traits) -> Canvas {
    Canvas(
      Array(posts.map { PostWords($0).lines(in: traits) }.joined(separator: [StyledLine()])),
      in: traits)
  }
}

/// A conversation as a tree: each answer is indented below its post, with a rail for each level.
package struct ConversationLines: View {
  /// Deeper answers keep this indentation.
  private static let deepest = 6

  private let posts: [ConversationPost]

  package init(_ posts: [ConversationPost]) {
    self.posts = posts
  }

  package func canvas(in traits: Traits) -> Canvas {
    var lines: [StyledLine] = []
    for (place, post) in posts.enumerated() {
      let depth = depth(of: post, in: traits)
      if place > 0 {
        lines.append(
          railed(StyledLine(), min(depth, self.depth(of: posts[place - 1], in: traits)), traits))
      }
      lines += self.lines(of: post, in: traits.with(width: traits.width - 2 * depth))
        .map { railed($0, depth, traits) }
    }
    return Canvas(lines, in: traits)
  }

  /// The shown depth, which leaves half of a narrow window to the words.
  private func depth(of post: ConversationPost, in traits: Traits) -> Int {
    min(post.depth, ConversationLines.deepest, traits.width / 4)
  }

  private func lines(of post: ConversationPost, in traits: Traits) -> [StyledLine] {
    if let post = post.post { return PostWords(post).lines(in: traits) }
    return StyledLine.flow(
      [StyledLine(PostWords.gone, .faint), StyledLine(SafeText(post.id), .faint)],
      width: traits.width, in: traits)
  }

  private func railed(_ line: StyledLine, _ depth: Int, _ traits: Traits) -> StyledLine {
    guard depth > 0 else { return line }
    var railed = StyledLine()
    for level in 0..<depth {
      let isLast = level == depth - 1 && line.isEmpty
      railed.append(isLast ? traits.glyphs.vertical : traits.glyphs.vertical + " ", .frame)
    }
    railed.append(line)
    return railed
  }
}

/// Notices, one line each: who did what to which post, and when.
package struct NoticeList: View {
  private let notices: [Notice]

  package init(_ notices: [Notice]) {
    self.notices = notices
  }

  package func canvas(in traits: Traits) -> Canvas {
    Canvas(
      notices.map { line(for: $0, in: traits).fitted(to: traits.width, in: traits) }, in: traits)
  }

  /// `• @bob answered #325 in #330 · 3h · Save me the crust`.
  private func line(for notice: Notice, in traits: Traits) -> StyledLine {
    var line = NoticeList.head(of: notice, in: traits)
    guard notice.post != nil else { return line }
    line.append(traits.glyphs.separator, .faint)
    line.append(NoticeList.words(of: notice, in: traits), .faint)
    return line
  }

  /// `• @bob answered #325 in #330 · 3h`.
  static func head(of notice: Notice, in traits: Traits) -> StyledLine {
    var line = StyledLine(notice.isNew ? traits.glyphs.new + " " : "  ", .heart)
    line.append(SafeText(notice.actor), .accent, .author)
    line.append(" " + deed(of: notice))
    line.append(traits.glyphs.separator, .faint)
    line.append(SafeText(RelativeTime.text(notice.createdAt, in: traits)), .faint)
    return line
  }

  /// The text of the post on one line; empty without a post.
  static func words(of notice: Notice, in traits: Traits) -> SafeText {
    let lines = notice.post.map { PostWords($0).body.string.split(whereSeparator: \.isNewline) }
    return traits.text((lines ?? []).joined(separator: " "))
  }

  /// The deed with the number of the post to look at or to answer.
  package static func deed(of notice: Notice) -> SafeText {
    guard let post = notice.post else { return "follows you" }
    let id = SafeText(post.id)
    return switch notice.kind {
    case .reply: post.replyTo.map { "answered \($0) in \(id)" } ?? "answered you in \(id)"
    case .mention: "mentioned you in \(id)"
    case .quote: post.quotes.map { "quoted \($0) in \(id)" } ?? "quoted you in \(id)"
    case .repost: "reposted \(id)"
    case .like: "likes \(id)"
    case .follow: "follows you"
    }
  }
}

/// Hashtags in use, one line each, with their number of posts and the time of the newest.
package struct HashtagTable: View {
  private let uses: [HashtagUse]

  package init(_ uses: [HashtagUse]) {
    self.uses = uses
  }

  package func canvas(in traits: Traits) -> Canvas {
    let columns: [Table.Column] = [
      .init(minimum: 10, rank: 3), .init(minimum: 7, rank: 2, isTrailing: true),
      .init(minimum: 3, rank: 1),
    ]
    let rows = uses.map { use in
      [
        StyledLine(traits.text("#" + use.tag.spelling), .accent),
        StyledLine(SafeText(Magnitude.phrase(use.postCount, "post"))),
        StyledLine(SafeText(RelativeTime.text(use.lastAt, in: traits)), .faint),
      ]
    }
    return Table(columns, rows: rows).canvas(in: traits)
  }
}

/// Reports of posts, with author, reporter, time and reason.
package struct FlagList: View {
  private let flags: [Flag]

  package init(_ flags: [Flag]) {
    self.flags = flags
  }

  package func canvas(in traits: Traits) -> Canvas {
    var lines: [StyledLine] = []
    for flag in flags {
      if !lines.isEmpty { lines.append(StyledLine()) }
      let facts = [
        StyledLine(SafeText(flag.post), .strong), StyledLine("by \(flag.author)"),
        StyledLine("reported by \(flag.reporter)"),
        StyledLine(SafeText(RelativeTime.text(flag.createdAt, in: traits)), .faint),
      ]
      lines += StyledLine.flow(facts, width: traits.width, in: traits)
      if let reason = flag.reason {
        lines += Paragraph(SafeText(reason), indent: 2, .faint).lines(in: traits)
      }
    }
    return Canvas(lines, in: traits)
  }
}
