package import Model

/// Posts with their full text, as in timelines.
package struct PostList: View {
  private let posts: [Post]

  package init(_ posts: [Post]) {
    self.posts = posts
  }

  package func canvas(in traits: Traits) -> Canvas {
    var lines: [StyledLine] = []
    for post in posts {
      if !lines.isEmpty { lines.append(StyledLine()) }
      let words = PostWords(post)
      let facts = words.facts(time: RelativeTime.text(post.createdAt, in: traits), in: traits)
      lines += StyledLine.flow(facts, width: traits.width, in: traits)
      lines += Paragraph(words.body, indent: 2).lines(in: traits)
    }
    return Canvas(lines, in: traits)
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
