package import Model

/// The words of a header: names, bio, counts, and the button for the viewer.
struct HeaderText {
  /// A wider bio would be hard to read.
  private static let widestBio = 72
  /// The least room for a name beside the button.
  private static let narrowestName = 12

  let profile: Profile
  let hasViewer: Bool
  var hasButton = true

  /// Name and handle, with the button at the right, or below without room.
  func heading(in traits: Traits) -> [StyledLine] {
    let button = button(in: traits)
    var lines = name(in: traits).isEmpty ? [] : [name(in: traits)]
    lines.append(handle(in: traits))
    let room = traits.width - button.width - 2
    if !button.isEmpty, room >= HeaderText.narrowestName || lines[0].width <= room {
      lines[0] = lines[0].fitted(to: room, in: traits)
      lines[0].pad(to: traits.width - button.width)
      lines[0].append(button)
    } else if !button.isEmpty {
      lines.append(button)
    }
    return lines.map { $0.fitted(to: traits.width, in: traits) }
  }

  func button(in traits: Traits) -> StyledLine {
    hasViewer && hasButton ? CardButton(for: profile.relation).line(in: traits) : StyledLine()
  }

  func name(in traits: Traits) -> StyledLine {
    StyledLine(traits.text(profile.user.name), .strong)
  }

  /// `@bob · muted · follows you · joined May 2025`, with as many facts as fit.
  private func handle(in traits: Traits) -> StyledLine {
    var line = StyledLine(traits.words(SafeText(profile.user.handle)), .accent)
    var facts: [(SafeText, Style)] = [
      ("joined \(RelativeTime.month(profile.user.createdAt, in: traits))", .faint)
    ]
    if hasViewer, profile.relation.followsYou { facts.insert(("follows you", .faint), at: 0) }
    if hasViewer, profile.relation.isMuted { facts.insert(("muted", .warning), at: 0) }
    for (fact, style) in facts
    where line.width + traits.glyphs.separator.width + fact.width <= traits.width {
      line.append(traits.glyphs.separator, .faint)
      line.append(fact, style)
    }
    return line
  }

  func bio(in traits: Traits, atMost limit: Int) -> [StyledLine] {
    guard !profile.user.bio.isEmpty else { return [] }
    let text = SafeText(profile.user.bio, .lines)
    let width = min(traits.width, HeaderText.widestBio)
    return MarkedText(text, in: traits).lines(to: width, lineLimit: limit)
  }

  func counts(in traits: Traits) -> [StyledLine] {
    // The received likes have no page; the tab lists the given ones.
    let targets: [ClickTarget?] = [.tab(.posts), .followers, .following, nil]
    let facts = zip(profile.user.counts.facts, targets).map { fact, target in
      let (count, noun) = fact
      var line = StyledLine(SafeText(Magnitude.text(count)), .strong, target)
      line.append(" " + noun, .faint, target)
      return line
    }
    // Four facts on one line, or two lines of two.
    for (length, gap) in [(4, "   "), (4, "  "), (2, "   "), (2, "  ")] as [(Int, SafeText)] {
      let lines = stride(from: 0, to: facts.count, by: length).map { start in
        StyledLine.joined(Array(facts[start...].prefix(length)), by: gap)
      }
      if lines.allSatisfy({ $0.width <= traits.width }) { return lines }
    }
    return facts.map { $0.fitted(to: traits.width, in: traits) }
  }

  /// `@bob · 36 posts`.
  func facts(in traits: Traits) -> StyledLine {
    let posts = SafeText(Magnitude.phrase(profile.user.counts.posts, "post"))
    let handle = traits.words(SafeText(profile.user.handle))
    return StyledLine(handle + traits.glyphs.separator + posts, .faint)
  }

  /// The title that replaces a header: the name, the handle and the number of posts.
  func title(in traits: Traits, width: Int) -> StyledLine {
    var line = name(in: traits)
    if !line.isEmpty { line.append(" ") }
    line.append(facts(in: traits))
    return line.fitted(to: max(1, width), in: traits)
  }
}

/// The action that a viewer can take on a profile.
package enum CardButton: Sendable {
  case editProfile, follow, following, followBack

  package init(for relation: Relation) {
    self =
      if relation.isMe {
        .editProfile
      } else if relation.isFollowed {
        .following
      } else {
        relation.followsYou ? .followBack : .follow
      }
  }

  package var label: SafeText {
    switch self {
    case .editProfile: "Edit profile"
    case .follow: "Follow"
    case .following: "Following"
    case .followBack: "Follow back"
    }
  }

  /// The label, in brackets if colours can't mark a button.
  package func line(in traits: Traits) -> StyledLine {
    let style: Style =
      switch self {
      case .editProfile, .following: .pressedButton
      case .follow, .followBack: .button
      }
    if traits.depth == .none || traits.depth == .ansi16 && style == .pressedButton {
      return StyledLine("[ " + label + " ]", style, .button(label))
    }
    return StyledLine("  " + label + "  ", style, .button(label))
  }
}
