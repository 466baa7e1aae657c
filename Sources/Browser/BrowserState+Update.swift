import Keys
import Rendering

/// The change that each event makes.
extension BrowserState {
  /// Takes an event, and returns what to ask of the program.
  package mutating func update(_ event: BrowserEvent, at time: Int64) -> [BrowserEffect] {
    self.time = time
    let before = pages.map(\.id)
    var effects = react(to: event)
    if !before.allSatisfy(pages.map(\.id).contains) { pictures.keep(only: pages) }
    effects += recallPictures()
    noteSeen()
    let requests = effects.compactMap { effect -> CommandRequest? in
      if case .carryOut(let request) = effect { request } else { nil }
    }
    pending.add(requests, by: me, at: time)
    return effects
  }

  private mutating func react(to event: BrowserEvent) -> [BrowserEffect] {
    switch event {
    case .key(let key):
      clicks.noteOwnChange()
      return takeNotingChoice(key)
    case .resized(let columns, let rows):
      clicks.noteOwnChange()
      fit(columns: columns, rows: rows)
      motion = ScrollMotion()
      scroll { $0.keepInView() }
    case .tick:
      motion.rest(at: time)
      if alert?.isOver(at: time) == true { alert = nil }
      if burst?.isOver(at: time) == true { burst = nil }
    case .changed: return noticeChange()
    case .looking(let viewer, let login, let news, let unsent):
      // A page that was read before a login names the viewer of that time.
      guard login == self.login else { return [] }
      (self.news, self.unsent) = (news, unsent)
      return look(as: viewer) ? noticeChange() : []
    case .loaded(let page, let loaded):
      defer { evictPictures() }
      return take(loaded, for: page)
    case .failed(let page, let words, let isGone): return fail(page, words, isGone: isGone)
    case .answered(let answer): return take(answer)
    case .progressed(let words, let request): pending.note(words, of: request)
    case .completed, .edited, .notEdited: takeTyped(event)
    case .measured(let cache): openSettings(cache)
    case .thumbnail, .whole, .undrawn, .recalled, .notRecalled: takePictures(event)
    }
    return []
  }

  /// Applies completions, unless the text has changed since they were asked for.
  private mutating func takeTyped(_ event: BrowserEvent) {
    switch (event, panel) {
    case (.completed(let text, let offer), .prompt(var prompt)):
      guard prompt.purpose == .command, prompt.before == Array(text) else { return }
      prompt.take(offer)
      panel = .prompt(prompt)
    case (.completed(let word, let offer), .composer(var composer)):
      composer.take(offer, for: word)
      panel = .composer(composer)
    case (.edited(let text), .composer(var composer)):
      composer.replaceText(text)
      panel = .composer(composer)
    case (.notEdited(let words), _): say(words, .trouble)
    default: break
    }
  }

  private mutating func takePictures(_ event: BrowserEvent) {
    switch event {
    case .thumbnail(let hash, let thumbnail): keepingPlace { $0.take(thumbnail, of: hash) }
    case .whole(let hash, let picture): keepingPlace { $0.take(whole: picture, of: hash) }
    case .undrawn(let hash, let isLasting): pictures.giveUp(hash, forGood: isLasting)
    case .recalled(let posts, let set): keepingPlace { $0.takeBack(posts, set) }
    case .notRecalled(let words):
      pictures.failRecall()
      say(words, .trouble)
    default: break
    }
    evictPictures()
  }

  /// Sets the viewer; true if it is another user than before.
  ///
  /// Drops everything that only the former viewer may see.
  private mutating func look(as viewer: UserReference?) -> Bool {
    defer { me = viewer }
    guard viewer != me else { return false }
    alert = nil
    drafts = [:]
    switch panel {
    case .sheet, .composer: panel = nil
    case .prompt, nil: break
    }
    for index in pages.indices {
      pages[index].dropPrivateTab()
      pages[index].newestSeen = nil
    }
    return true
  }

  /// Takes a key, and notes whether the viewer chose a row by it.
  private mutating func takeNotingChoice(_ key: KeyPress) -> [BrowserEffect] {
    pictures.retryRecall()
    let (id, before) = (page.id, page.list.position)
    (wasLeaveAsked, isLeaveAsked) = (isLeaveAsked, false)
    (mutedByKeyBefore, mutedByLastKey) = (mutedByLastKey, nil)
    let effects = take(key)
    let position = page.list.position
    if page.id == id, position != before {
      page.list.position.isChosen =
        position.offset > 0 || position.selected > 0 || key.isClick && position.isChosen
    }
    return effects
  }

  private mutating func take(_ key: KeyPress) -> [BrowserEffect] {
    if isTooSmall { return takeUnseen(key) }
    if ignored.ignoresAll(at: time, inPanel: panel != nil), !KeyTable.isGlobal(key) { return [] }
    page.endGoal = nil
    if page.list.awaitedAuthor != nil { page.list.awaitedAuthor = nil }
    if case .click(let x, let y) = key { return press(x: x, y: y) }
    if case .alt = key { return takeParts(of: key) }
    switch panel {
    case .prompt: return takeInPrompt(key)
    case .composer: return takeInComposer(key)
    case .sheet(let sheet): return take(key, in: sheet)
    case nil: break
    }
    switch key {
    case .wheelUp: scroll { $0.scroll(by: -3, pulls: true, glides: true) }
    case .wheelDown:
      scroll { $0.scroll(by: 3, glides: true) }
      return loadMore()
    default:
      let action = KeyTable.action(for: key, inGrid: page.source.shape == .grid)
      if let action, ignored.ignoresChoice(at: time), page.isAboutChosen(action) { return [] }
      if let effects = action.flatMap({ carryOut($0) }) { return effects }
      if case .character(let letter) = key {
        say("'\(SafeText(String(letter)))' does nothing here; ? shows the keys.", .trouble)
      }
    }
    return []
  }

  /// Takes a key in a window that is too small to show a page: only leaving is possible.
  private mutating func takeUnseen(_ key: KeyPress) -> [BrowserEffect] {
    let leaves = panel == nil && KeyTable.action(for: key) == .quit
    guard leaves || KeyTable.isGlobal(key), let action = KeyTable.action(for: key) else {
      return []
    }
    return carryOut(action) ?? []
  }

  /// Splits Alt-x into Esc and x, except while a text is typed, where Alt-x edits.
  private mutating func takeParts(of key: KeyPress) -> [BrowserEffect] {
    if case .prompt(var prompt) = panel, prompt.take(key) {
      panel = .prompt(prompt)
      return []
    }
    if case .composer = panel, EditedText.altKeys.contains(key) { return takeInComposer(key) }
    return key.parts.flatMap { ending == nil ? take($0) : [] }
  }

  private mutating func take(_ answer: CommandAnswer) -> [BrowserEffect] {
    let asked = pending.remove(answer.request)
    // An older alert has been read.
    if let alert, let asked, alert.since <= asked.since { self.alert = nil }
    let isLate = asked.map { time - $0.since > BrowserState.answerGrace } ?? false
    let (before, hadPanel) = (page.id, panel != nil)
    // A line that only reads may have begun before a login.
    let isOutdated = answer.isReading && asked.map { $0.actor != me } ?? false
    if !isOutdated {
      login = answer.login
      _ = look(as: answer.viewer)
    }
    received = answer.received ?? received
    let effects = show(answer, actor: asked?.actor)
    // Keys typed at this moment are meant for the previous page or prompt.
    if isLate, page.id != before { ignored.notePage(at: time) }
    if isLate, panel != nil, !hadPanel { ignored.notePanel(at: time) }
    return effects
  }

  private mutating func show(
    _ answer: CommandAnswer, actor: UserReference?
  ) -> [BrowserEffect] {
    let keepsWords = closeDraft(of: answer)
    if let destination = answer.opens {
      let effects = go(to: destination)
      page.typed = answer.request.line.map { Prompt(.command, $0) }
      return effects
    }
    // No key asked for a mark; that of the timeline changes no page.
    if case .markTimeline = answer.request { return [] }
    if case .markNotices = answer.request, !answer.isRefused { return noticeChange() }
    if let question = answer.question, panel == nil {
      panel = .sheet(.asking(question, before: answer.request.line ?? ""))
      return []
    }
    var effects = noticeChange()
    switch CommandSummary(of: answer, actor: actor, viewer: me, width: traits.width) {
    case .alert(let text, let mood):
      say(keepsWords ? "\(text) Your words are the draft of a new post (c)." : text, mood)
    case .page(let title, let text):
      // The answer replaces an earlier one.
      if case .answer = page.source { pages.removeLast() }
      effects += push(.answer(title), .text(text))
    case nil: break
    }
    if answer.isMistyped, panel == nil, let line = answer.request.line {
      panel = .prompt(Prompt(refused: line))
    }
    return effects
  }

  private mutating func go(to destination: Destination) -> [BrowserEffect] {
    if let style = destination.header { change(to: style) }
    if destination.endsMotion { hasMotion = false }
    let effects = push(destination.page)
    guard usesMouse, destination.leavesMouse else { return effects }
    usesMouse = false
    return effects + [.useMouse(false)]
  }
}

extension KeyPress {
  fileprivate var isClick: Bool { if case .click = self { true } else { false } }
}
