package import Model

/// Posts below each other with all their text, as timelines show them.
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
