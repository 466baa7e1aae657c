import Model

/// A user in a list, with the button for the viewer.
struct PersonTile: View {
  static let height = 2

  private let profile: Profile
  private let hasViewer: Bool
  private let avatar: Thumbnail?

  init(_ profile: Profile, hasViewer: Bool, avatar: Thumbnail?) {
    (self.profile, self.hasViewer, self.avatar) = (profile, hasViewer, avatar)
  }

  func canvas(in traits: Traits) -> Canvas {
    let inset = AvatarInset(in: traits)
    return inset.canvas(words(in: inset.inner), of: profile.user.handle, avatar)
  }

  private func words(in traits: Traits) -> Canvas {
    var canvas = Canvas(width: traits.width, height: PersonTile.height)
    let button = button(in: traits)
    let room = traits.width - (button.isEmpty ? 0 : button.width + 3)
    canvas.draw(names(in: traits).fitted(to: max(1, room), in: traits), x: 0, y: 0, in: traits)
    canvas.draw(facts(in: traits, width: traits.width), x: 0, y: 1, in: traits)
    var accented = traits
    accented.accentHue = Accent(profile.user.handle).hue
    canvas.draw(button, x: traits.width - button.width - 2, y: 0, in: accented)
    return canvas
  }

  private func button(in traits: Traits) -> StyledLine {
    guard hasViewer, !profile.relation.isMe, traits.width >= 30 else { return StyledLine() }
    return CardButton(for: profile.relation).line(in: traits)
  }

  private func names(in traits: Traits) -> StyledLine {
    var line = StyledLine(SafeText(profile.user.handle), .accent)
    let name = traits.text(profile.user.name)
    if !name.isEmpty { line.append("  " + name, .strong) }
    return line
  }

  private func facts(in traits: Traits, width: Int) -> StyledLine {
    let relation = UserList.words(for: profile.relation)
    let counts = profile.user.counts
    var facts = [
      StyledLine(SafeText(Magnitude.phrase(counts.followers, "follower")), .faint, .followers),
      StyledLine(SafeText(Magnitude.phrase(counts.posts, "post")), .faint),
    ]
    if !relation.isEmpty {
      facts.insert(StyledLine(relation, profile.relation.isMuted ? .warning : .good), at: 0)
    }
    let bio = SafeText(profile.user.bio.split(separator: "\n").first.map(String.init) ?? "")
    if !bio.isEmpty { facts.append(MarkedText(bio, in: traits).line(.faint)) }
    return StyledLine.joined(facts, by: traits.glyphs.separator)
      .fitted(to: max(1, width), in: traits)
  }
}
