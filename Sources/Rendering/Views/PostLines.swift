package import Model

/// Posts with their full text, beside the avatars of their authors if these are given.
package struct PostLines: View {
  private let posts: [Post]
  private let avatars: ThumbnailSet?

  package init(_ posts: [Post], avatars: ThumbnailSet? = nil) {
    (self.posts, self.avatars) = (posts, avatars)
  }

  package func canvas(in traits: Traits) -> Canvas {
    let gap = Canvas(width: traits.width, height: 1)
    return Canvas(
      stacked: Array(
        posts.map { [PostLines.canvas(of: $0, avatars, in: traits)] }.joined(separator: [gap])))
  }

  static func canvas(of post: Post, _ avatars: ThumbnailSet?, in traits: Traits) -> Canvas {
    guard let avatars else { return Canvas(PostWords(post).lines(in: traits), in: traits) }
    let inset = AvatarInset(in: traits)
    let author = post.repeated.author
    let words = PostWords(post).lines(indent: 0, in: inset.inner)
    return inset.canvas(
      Canvas(words, in: inset.inner), of: author, avatars.avatar(of: author))
  }
}

/// A conversation as a tree: each reply is indented below its post, with a vertical line for each
/// level.
package struct ConversationLines: View {
  /// The deepest indentation.
  private static let deepest = 6

  private let posts: [ConversationPost]
  private let avatars: ThumbnailSet?

  package init(_ posts: [ConversationPost], avatars: ThumbnailSet? = nil) {
    (self.posts, self.avatars) = (posts, avatars)
  }

  package func canvas(in traits: Traits) -> Canvas {
    var parts: [Canvas] = []
    for (place, post) in posts.enumerated() {
      let depth = depth(of: post, in: traits)
      if place > 0 {
        let shared = min(depth, self.depth(of: posts[place - 1], in: traits))
        parts.append(railed(Canvas(width: 0, height: 1), shared, traits))
      }
      let part = self.canvas(of: post, in: traits.with(width: traits.width - 2 * depth))
      parts.append(railed(part, depth, traits))
    }
    return Canvas(stacked: parts)
  }

  /// The shown depth, which leaves half of a narrow window to the words.
  private func depth(of post: ConversationPost, in traits: Traits) -> Int {
    min(post.depth, ConversationLines.deepest, traits.width / 4)
  }

  private func canvas(of post: ConversationPost, in traits: Traits) -> Canvas {
    if let post = post.post { return PostLines.canvas(of: post, avatars, in: traits) }
    let gone = StyledLine.flow(
      [StyledLine(PostWords.gone, .faint), StyledLine(SafeText(post.id), .faint)],
      width: traits.width, in: traits)
    return Canvas(gone, in: traits)
  }

  /// The part, indented by two columns for each level, with a vertical line for each level.
  private func railed(_ part: Canvas, _ depth: Int, _ traits: Traits) -> Canvas {
    var railed = Canvas(width: traits.width, height: part.height)
    for row in 0..<part.height {
      for level in 0..<depth {
        railed.draw(traits.glyphs.vertical, x: 2 * level, y: row, Style.frame.paint(in: traits))
      }
    }
    railed.draw(part, x: 2 * depth, y: 0)
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

  /// `• @bob replied to #325 in #330 · 3h · Save me the crust`.
  private func line(for notice: Notice, in traits: Traits) -> StyledLine {
    var line = NoticeList.head(of: notice, in: traits)
    guard notice.post != nil else { return line }
    line.append(traits.glyphs.separator, .faint)
    line.append(NoticeList.words(of: notice, in: traits))
    return line
  }

  /// `• @bob replied to #325 in #330 · 3h`.
  static func head(of notice: Notice, in traits: Traits) -> StyledLine {
    var line = StyledLine(notice.isNew ? traits.glyphs.new + " " : "  ", .heart)
    line.append(SafeText(notice.actor), .accent, .author)
    line.append(" " + phrase(of: notice))
    line.append(traits.glyphs.separator, .faint)
    line.append(SafeText(RelativeTime.text(notice.createdAt, in: traits)), .faint)
    return line
  }

  /// The text of the post on one line, or the description of its picture; empty without a post.
  static func words(of notice: Notice, in traits: Traits) -> StyledLine {
    let lines = notice.post.map { PostWords($0).excerpt.string.split(whereSeparator: \.isNewline) }
    return MarkedText(SafeText((lines ?? []).joined(separator: " ")), in: traits).line(.faint)
  }

  /// The phrase, with the number of the post to view or to reply to.
  package static func phrase(of notice: Notice) -> SafeText {
    guard let post = notice.post else { return "follows you" }
    let id = SafeText(post.id)
    return switch notice.kind {
    case .reply: post.replyTo.map { "replied to \($0) in \(id)" } ?? "replied to you in \(id)"
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
        StyledLine(SafeText(Magnitude.aligned(use.postCount, "post"))),
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
