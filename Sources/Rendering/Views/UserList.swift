package import Model

/// Users, one on each line: avatar if given, handle, name, relation to the viewer, followers.
package struct UserList: View {
  private static let avatarColumns = 3

  private let profiles: [Profile]
  private let avatars: ThumbnailSet?

  package init(_ profiles: [Profile], avatars: ThumbnailSet? = nil) {
    (self.profiles, self.avatars) = (profiles, avatars)
  }

  package func canvas(in traits: Traits) -> Canvas {
    guard let avatars else { return table(in: traits).canvas(in: traits) }
    var canvas = Canvas(width: traits.width, height: profiles.count)
    let margin = UserList.avatarColumns
    let inner = traits.with(width: traits.width - margin)
    canvas.draw(table(in: inner).canvas(in: inner), x: margin, y: 0)
    for (row, profile) in profiles.enumerated() {
      let handle = profile.user.handle
      canvas.draw(
        Avatar(handle, picture: avatars.avatar(of: handle)).tiny(in: traits), x: 0, y: row)
    }
    return canvas
  }

  private func table(in traits: Traits) -> Table {
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
    return Table(columns, rows: rows)
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

/// Suggested users with the reason, beside their avatars if these are given.
package struct SuggestionList: View {
  private let suggestions: [Suggestion]
  private let avatars: ThumbnailSet?

  package init(_ suggestions: [Suggestion], avatars: ThumbnailSet? = nil) {
    (self.suggestions, self.avatars) = (suggestions, avatars)
  }

  package func canvas(in traits: Traits) -> Canvas {
    let gap = Canvas(width: traits.width, height: 1)
    return Canvas(
      stacked: Array(
        suggestions.map { [canvas(of: $0, in: traits)] }.joined(separator: [gap])))
  }

  private func canvas(of suggestion: Suggestion, in traits: Traits) -> Canvas {
    guard let avatars else {
      return Canvas(lines(of: suggestion, indent: 2, in: traits), in: traits)
    }
    let inset = AvatarInset(in: traits)
    let handle = suggestion.profile.user.handle
    return inset.canvas(
      Canvas(lines(of: suggestion, indent: 0, in: inset.inner), in: inset.inner), of: handle,
      avatars.avatar(of: handle))
  }

  private func lines(of suggestion: Suggestion, indent: Int, in traits: Traits) -> [StyledLine] {
    let user = suggestion.profile.user
    var head = StyledLine(SafeText(user.handle), .accent)
    if !user.name.isEmpty { head.append("  " + traits.text(user.name)) }
    return [head] + Paragraph(reason(for: suggestion), indent: indent, .faint).lines(in: traits)
  }

  private func reason(for suggestion: Suggestion) -> SafeText {
    "followed by \(SafeText.list(suggestion.via, outOf: suggestion.sharedCount))"
  }
}
