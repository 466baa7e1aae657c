import Model

/// A person in a list of people, with the button that fits the viewer.
struct PersonTile: View {
  static let height = 2

  private let profile: Profile
  private let hasViewer: Bool

  init(_ profile: Profile, hasViewer: Bool) {
    self.profile = profile
    self.hasViewer = hasViewer
  }

  func canvas(in traits: Traits) -> Canvas {
    var canvas = Canvas(width: traits.width, height: PersonTile.height)
    var left = 0
    if traits.width >= 40 {
      drawBadge(on: &canvas, in: traits)
      left = 5
    }
    let button = button(in: traits)
    let room = traits.width - left - button.width - 1
    canvas.draw(names(in: traits).fitted(to: max(1, room), in: traits), x: left, y: 0, in: traits)
    canvas.draw(facts(in: traits, width: traits.width - left), x: left, y: 1, in: traits)
    canvas.draw(button, x: traits.width - button.width, y: 0, in: traits)
    return canvas
  }

  /// Draws the first letter of the handle in the colours of the identicon.
  private func drawBadge(on canvas: inout Canvas, in traits: Traits) {
    let initial = SafeText(String(profile.user.handle.text.prefix(1)).uppercased())
    if traits.depth == .none {
      canvas.draw("(" + initial + ")", x: 0, y: 0)
      return
    }
    let (red, green, blue) = Identicon(profile.user.handle).color
    let ground = Color.near(red: red, green: green, blue: blue, in: traits.depth)
    let letter = Color.near(red: 11, green: 21, blue: 34, in: traits.depth)
    canvas.draw(" " + initial + " ", x: 0, y: 0, Paint(letter, on: ground, .bold))
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
    if !relation.isEmpty { facts.insert(StyledLine(relation, .good), at: 0) }
    let bio = traits.text(profile.user.bio.split(separator: "\n").first.map(String.init) ?? "")
    if !bio.isEmpty { facts.append(StyledLine(bio, .faint)) }
    var line = StyledLine()
    for fact in facts {
      if !line.isEmpty { line.append(traits.glyphs.separator, .faint) }
      line.append(fact)
    }
    return line.fitted(to: max(1, width), in: traits)
  }
}
