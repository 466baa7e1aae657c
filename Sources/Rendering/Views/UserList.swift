package import Model

/// Users, one on each line: handle, name, relation to the viewer, followers.
package struct UserList: View {
  private let profiles: [Profile]

  package init(_ profiles: [Profile]) {
    self.profiles = profiles
  }

  package func canvas(in traits: Traits) -> Canvas {
    let columns: [Table.Column] = [
      .init(minimum: 7, rank: 4), .init(minimum: 10, rank: 2), .init(minimum: 11, rank: 3),
      .init(minimum: 14, rank: 1, isTrailing: true),
    ]
    let rows = profiles.map { profile in
      [
        StyledLine(SafeText(profile.user.handle), .accent),
        StyledLine(traits.text(profile.user.name)),
        StyledLine(
          UserList.words(for: profile.relation), profile.relation.isMuted ? .warning : .good),
        StyledLine(
          SafeText(Magnitude.aligned(profile.user.counts.followers, "follower")), .faint),
      ]
    }
    return Table(columns, rows: rows).canvas(in: traits)
  }

  static func words(for relation: Relation) -> SafeText {
    if relation.isMuted { return "muted" }
    return switch (relation.isMe, relation.isFollowed, relation.followsYou) {
    case (true, _, _): "you"
    case (_, true, true): "friends"
    case (_, true, false): "following"
    case (_, false, true): "follows you"
    default: ""
    }
  }
}

/// Suggested users, each with the reason.
package struct SuggestionList: View {
  private let suggestions: [Suggestion]

  package init(_ suggestions: [Suggestion]) {
    self.suggestions = suggestions
  }

  package func canvas(in traits: Traits) -> Canvas {
    var lines: [StyledLine] = []
    for suggestion in suggestions {
      if !lines.isEmpty { lines.append(StyledLine()) }
      let user = suggestion.profile.user
      var head = StyledLine(SafeText(user.handle), .accent)
      if !user.name.isEmpty { head.append("  " + traits.text(user.name)) }
      lines.append(head)
      lines += Paragraph(reason(for: suggestion), indent: 2, .faint).lines(in: traits)
    }
    return Canvas(lines, in: traits)
  }

  private func reason(for suggestion: Suggestion) -> SafeText {
    "followed by \(SafeText.list(suggestion.via, outOf: suggestion.sharedCount))"
  }
}
