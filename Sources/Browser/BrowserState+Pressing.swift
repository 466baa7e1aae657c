import Model
package import Rendering

/// What a press of the mouse does: the targets of the frame that is shown are all that it knows of.
extension BrowserState {
  package mutating func noteShown(_ canvas: Canvas) {
    // What glides does so because of a key.
    if glide != nil || pull.points(at: time) > 0 { sight.noteOwnChange() }
    sight.show(canvas, at: time)
  }

  package mutating func press(x: Int, y: Int) -> [BrowserEffect] {
    let targets = BrowserView(self).frame.canvas.clickTargets(x: x, y: y)
    guard sight.hasShown(targets, x: x, y: y, at: time) else { return [] }
    if targets.contains(.alert) {
      alert = nil
      return []
    }
    switch panel {
    case .sheet(let sheet): return press(targets, in: sheet)
    case .prompt(let prompt):
      press(targets, in: prompt)
      return []
    case nil: return press(targets) ?? []
    }
  }

  /// Beside a sheet, a press takes it away.
  private mutating func press(_ targets: [ClickTarget], in sheet: Sheet) -> [BrowserEffect] {
    for case .choice(let place) in targets {
      var sheet = sheet
      sheet.selected = place
      return take(.enter, in: sheet)
    }
    if !targets.contains(.panel) { panel = nil }
    return []
  }

  private mutating func press(_ targets: [ClickTarget], in prompt: Prompt) {
    for case .choice(let place) in targets {
      var prompt = prompt
      prompt.choose(place)
      panel = .prompt(prompt)
    }
  }

  /// A thing is chosen by the first press, and what is pressed on it acts on it; a press on the
  /// rest of what was chosen already opens it.
  private mutating func press(_ targets: [ClickTarget]) -> [BrowserEffect]? {
    var wasChosen: Bool?
    for case .item(let place, _) in targets {
      wasChosen = content.place.selected == place
      content.place.selected = place
      content.place.isChosen = true
    }
    for target in targets {
      switch target {
      case .button: return carryOut(chosenProfile?.relation.isMe == true ? .settings : .follow)
      case .followers: return openPeople { .followers($0) }
      case .following: return openPeople { .following($0) }
      case .tab(let tab): return show(tab)
      case .author: return carryOut(.author)
      case .like: return carryOut(.like)
      case .likers: return carryOut(.open)
      case .otherList: return carryOut(.nextTab)
      case .hint(let place, _):
        let actions = BrowserHints(self).actions
        return actions.indices.contains(place) ? carryOut(actions[place]) : []
      case .viewer: return me == nil ? [] : push(.profile(ProfileContent(subject: .viewer)))
      case .item, .panel, .alert, .choice: break
      }
    }
    return wasChosen.flatMap { $0 ? carryOut(.open) : loadMore() }
  }

  private mutating func openPeople(
    _ kind: (Subject) -> PeopleContent.Kind
  ) -> [BrowserEffect] {
    guard let user = chosenProfile?.user else { return [] }
    return push(.people(PeopleContent(kind: kind(.person(Person(user))))))
  }
}
