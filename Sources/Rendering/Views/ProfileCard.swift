package import Model

/// A profile with avatar, names, bio, counts, and the button for the viewer.
package struct ProfileCard: View {
  private let profile: Profile
  private let hasViewer: Bool
  private let picture: Thumbnail?
  var hasButton = true

  /// Without a viewer, the card has no button.
  package init(_ profile: Profile, hasViewer: Bool, avatar: Thumbnail? = nil) {
    self.profile = profile
    self.hasViewer = hasViewer
    picture = avatar
  }

  package func canvas(in traits: Traits) -> Canvas {
    switch traits.width {
    case 52...: wide(in: traits)
    case 30...: medium(in: traits)
    default: narrow(in: traits)
    }
  }

  /// All text to the right of the avatar.
  private func wide(in traits: Traits) -> Canvas {
    let avatar = Avatar(profile.user.handle, .large, picture: picture).canvas(in: traits)
    let left = 1 + avatar.width + 3
    let inner = traits.with(width: min(traits.width - left - 1, 100))
    let lines = lines(in: inner)
    let height = max(avatar.height, lines.count)
    var canvas = Canvas(width: traits.width, height: height)
    canvas.draw(avatar, x: 1, y: 0)
    let top = max(0, (avatar.height - lines.count) / 2)
    canvas.draw(Canvas(lines, in: inner), x: left, y: top)
    return canvas
  }

  /// All lines of the card without the avatar.
  func lines(in traits: Traits) -> [StyledLine] {
    var lines = heading(in: traits)
    if !profile.user.bio.isEmpty { lines += [StyledLine()] + bio(in: traits) }
    return lines + [StyledLine()] + counts(in: traits) + [joined(in: traits)]
  }

  /// The same in at most `limit` lines: drops blank lines first, then the date, then the bio.
  func lines(in traits: Traits, atMost limit: Int) -> [StyledLine] {
    let all = lines(in: traits)
    if all.count <= limit { return all }
    let heading = heading(in: traits)
    let bio = profile.user.bio.isEmpty ? [] : bio(in: traits)
    let counts = counts(in: traits)
    let room = max(0, limit - heading.count - counts.count)
    let joined = room > bio.count ? [joined(in: traits)] : []
    let shown = room < bio.count ? self.bio(in: traits, atMost: room) : bio
    return Array((heading + shown + counts + joined).prefix(max(1, limit)))
  }

  /// The names to the right of a small avatar, other text below.
  private func medium(in traits: Traits) -> Canvas {
    let avatar = Avatar(profile.user.handle, .small, picture: picture).canvas(in: traits)
    let left = avatar.width + 2
    let names = Canvas(heading(in: traits.with(width: traits.width - left)), in: traits)
    var top = Canvas(width: traits.width, height: max(avatar.height, names.height))
    top.draw(avatar, x: 0, y: 0)
    top.draw(names, x: left, y: max(0, (avatar.height - names.height) / 2))
    return Canvas(stacked: [top, rest(in: traits)])
  }

  /// All text below the avatar.
  private func narrow(in traits: Traits) -> Canvas {
    let avatar = Avatar(profile.user.handle, .small, picture: picture).canvas(in: traits)
    var picture = Canvas(width: traits.width, height: avatar.height)
    picture.draw(avatar, x: 0, y: 0)
    let names = Canvas(heading(in: traits), in: traits)
    return Canvas(stacked: [picture, names, rest(in: traits)])
  }

  private func rest(in traits: Traits) -> Canvas {
    var lines: [StyledLine] = []
    if !profile.user.bio.isEmpty { lines += [StyledLine()] + bio(in: traits) }
    lines += [StyledLine()] + counts(in: traits) + [joined(in: traits)]
    return Canvas(lines, in: traits)
  }

  /// Name and handle, with the button to the right or, without space, below.
  private func heading(in traits: Traits) -> [StyledLine] {
    let user = profile.user
    let button =
      hasViewer && hasButton ? CardButton(for: profile.relation).line(in: traits) : StyledLine()
    let name = StyledLine(traits.text(user.name), .strong)
    var handle = StyledLine(traits.words(SafeText(user.handle)), .accent)
    if hasViewer, profile.relation.followsYou {
      handle.append(traits.glyphs.separator + "follows you", .faint)
    }
    var lines = name.isEmpty ? [handle] : [name, handle]
    let room = traits.width - button.width - 2
    if !button.isEmpty, room >= 24 || lines[0].width <= room {
      lines[0] = lines[0].fitted(to: room, in: traits)
      lines[0].pad(to: traits.width - button.width)
      lines[0].append(button)
    } else if !button.isEmpty {
      lines.append(button)
    }
    return lines.map { $0.fitted(to: traits.width, in: traits) }
  }

  /// The wrapped bio; a valid one has no more lines than letters.
  private func bio(in traits: Traits, atMost limit: Int = BioRule.limit) -> [StyledLine] {
    traits.wrap(
      SafeText(profile.user.bio, .lines), to: min(traits.width, 72), lineLimit: limit
    ).map { StyledLine($0) }
  }

  private func counts(in traits: Traits) -> [StyledLine] {
    let counts = profile.user.counts
    let facts: [(Int, SafeText, SafeText, ClickTarget?)] = [
      (counts.posts, "Post", "Posts", .tab(.posts)),
      (counts.followers, "Follower", "Followers", .followers),
      (counts.following, "Following", "Following", .following),
      // Likes received, which no page lists; the tab lists likes given.
      (counts.likes, "Like", "Likes", nil),
    ]
    let lines = facts.map { count, one, many, target in
      var line = StyledLine(SafeText(Magnitude.text(count)), .strong, target)
      line.append(" " + (count == 1 ? one : many), .faint, target)
      return line
    }
    return StyledLine.flow(lines, width: traits.width, in: traits)
  }

  private func joined(in traits: Traits) -> StyledLine {
    let date = RelativeTime.date(profile.user.createdAt, in: traits.zone)
    return StyledLine("joined \(date)", .faint)
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

  /// The label, in brackets where colours can't mark a button.
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
