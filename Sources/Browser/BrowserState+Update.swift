import Model
import Rendering

/// What each event makes of the state; the world is asked for the effects that come back.
extension BrowserState {
  package mutating func update(_ event: BrowserEvent, at time: Int64) -> [BrowserEffect] {
    self.time = time
    let before = pages.map(\.id)
    var effects = react(to: event)
    if !before.allSatisfy(pages.map(\.id).contains) { forgetPictures() }
    effects += recallPictures()
    note(effects)
    return effects
  }

  private mutating func react(to event: BrowserEvent) -> [BrowserEffect] {
    switch event {
    case .key(let key):
      sight.noteOwnChange()
      return takeNotingPlace(key)
    case .resized(let columns, let rows):
      sight.noteOwnChange()
      fit(columns: columns, rows: rows)
      drawings.clear()
      settle()
      keepInView()
    case .tick: rest()
    case .changed: return noticeChange()
    case .looking(let viewer, let login):
      // What was read before somebody logged in is told of who looked then.
      return login == self.login && look(as: viewer) ? noticeChange() : []
    case .loaded(let page, let loaded):
      defer { putPicturesAway() }
      return take(loaded, for: page)
    case .failed(let page, let words, let isGone): return fail(page, words, isGone: isGone)
    case .answered(let answer): return take(answer)
    case .progressed(let words, let request): noteProgress(words, of: request)
    case .completed(let text, let offer):
      // What was typed meanwhile is another line.
      if case .prompt(var prompt) = panel, prompt.purpose == .command, prompt.before == Array(text)
      {
        prompt.take(offer)
        panel = .prompt(prompt)
      }
    case .measured(let cache): openSettings(cache)
    case .thumbnail, .undrawn, .recalled, .notRecalled: takePictures(event)
    }
    return []
  }

  private mutating func takePictures(_ event: BrowserEvent) {
    switch event {
    case .thumbnail(let hash, let thumbnail):
      keepingPlace { $0.gallery.take(thumbnail, of: hash) }
    case .undrawn(let hash, let isLasting): gallery.giveUp(hash, forGood: isLasting)
    case .recalled(let posts, let set): keepingPlace { $0.gallery.takeBack(posts, set) }
    case .notRecalled(let words):
      gallery.failRecall()
      say(words, isTrouble: true)
    default: break
    }
    putPicturesAway()
  }

  /// They may have been renamed; says whether it is somebody else, who logged in here, or nobody.
  ///
  /// What only the former may see goes with them, and so does what was said to them.
  private mutating func look(as viewer: Person?) -> Bool {
    defer { me = viewer }
    guard viewer != me else { return false }
    drawings.clear()
    alert = nil
    if case .sheet = panel { panel = nil }
    for index in pages.indices { pages[index].content.leavePrivate() }
    return true
  }

  /// Whoever moves is somewhere, until they are back at the beginning; whoever presses something
  /// is, there too.
  private mutating func takeNotingPlace(_ key: KeyPress) -> [BrowserEffect] {
    gallery.retryRecall()
    let (page, before) = (page.id, content.place)
    let effects = take(key)
    let place = content.place
    if self.page.id == page, place != before {
      content.place.isChosen =
        place.offset > 0 || place.selected > 0 || key.isClick && place.isChosen
    }
    return effects
  }

  private mutating func take(_ key: KeyPress) -> [BrowserEffect] {
    if isTooSmall { return takeUnseen(key) }
    let deafUntil = panel == nil ? deafUntil : promptDeafUntil
    if time < deafUntil, !KeyTable.isAlwaysHeard(key) { return [] }
    pages[pages.count - 1].goal = nil
    if case .click(let x, let y) = key { return press(x: x, y: y) }
    if case .alt = key { return takeParts(of: key) }
    switch panel {
    case .prompt: return takeInPrompt(key)
    case .sheet(let sheet): return take(key, in: sheet)
    case nil: break
    }
    switch key {
    case .wheelUp: scroll(by: -3, pulls: true)
    case .wheelDown:
      scroll(by: 3)
      return loadMore()
    default:
      let action = KeyTable.action(for: key, inGrid: content.isGrid)
      if let action, time < choiceDeafUntil, content.isAboutChosen(action) { return [] }
      if let effects = action.flatMap({ carryOut($0) }) { return effects }
      if case .character(let letter) = key {
        say("'\(SafeText(String(letter)))' does nothing here; ? shows the keys.", isTrouble: true)
      }
    }
    return []
  }

  /// Where nothing is shown no key does what could not be seen; all that is left is to leave.
  private mutating func takeUnseen(_ key: KeyPress) -> [BrowserEffect] {
    let leaves = panel == nil && KeyTable.action(for: key) == .quit
    guard leaves || KeyTable.isAlwaysHeard(key), let action = KeyTable.action(for: key) else {
      return []
    }
    return carryOut(action) ?? []
  }

  /// Only a line that is typed knows what to do with Alt; elsewhere neither Esc nor the key is
  /// lost.
  private mutating func takeParts(of key: KeyPress) -> [BrowserEffect] {
    if case .prompt(var prompt) = panel, prompt.take(key) {
      panel = .prompt(prompt)
      return []
    }
    return key.parts.flatMap { ending == nil ? take($0) : [] }
  }

  /// What moved has arrived, and what was said was read.
  private mutating func rest() {
    if glide?.isOver(at: time) == true { glide = nil }
    if alert?.isOver(at: time) == true { alert = nil }
  }

  /// Microseconds until something looks different by itself; nil while nothing moves.
  package var pause: Int64? {
    let alertPause = [
      alert.map { $0.pause(at: time, hasMotion: hasMotion) },
      slowDeed == nil ? underWay.first.map { $0.since + BrowserState.patience - time } : nil,
    ].compactMap(\.self).min()
    let shown = shownOffset
    guard glide != nil || shown < 0 else { return alertPause }
    // Towards its end what moves takes several moments for a row.
    var pause = Glide.frame
    while pause < Glide.duration, shownOffset(at: time + pause) == shown { pause += Glide.frame }
    return min(pause, alertPause ?? pause)
  }

  /// Other pages are read again when they are on top.
  private mutating func noticeChange() -> [BrowserEffect] {
    for index in pages.indices { pages[index].isStale = true }
    return reload()
  }

  /// What is gone is left; from the first page, for all that are here.
  private mutating func fail(
    _ page: Int?, _ words: SafeText, isGone: Bool
  ) -> [BrowserEffect] {
    let index = pages.firstIndex { $0.id == page }
    let words = (isGone ? index.flatMap { pages[$0].content.farewell } : nil) ?? words
    // What was just done may be why.
    let done = alert.flatMap {
      !$0.isTrouble && time - $0.since < BrowserState.soon ? $0.text : nil
    }
    say(done.map { "\($0) \(words)" } ?? words, isTrouble: true)
    guard let index else { return [] }
    pages[index].content.stopLoading()
    pages[index].isReading = false
    guard isGone || pages[index].isEmpty else { return [] }
    let wasOnTop = index == pages.count - 1
    if wasOnTop { deafUntil = time + BrowserState.deafness }
    if pages.count > 1 {
      pages.remove(at: index)
      guard wasOnTop else { return [] }
      settle()
      keepInView()
      return self.page.isStale ? load() : []
    }
    guard isGone else { return [] }
    return replace(.people(PeopleContent(kind: .everybody(matching: nil))))
  }

  private mutating func take(_ answer: CommandAnswer) -> [BrowserEffect] {
    let asked = noteAnswer(to: answer.request)
    // What was said before that was asked for has been read.
    if let said = alert, let asked, said.since <= asked.since { alert = nil }
    let isLate = asked.map { time - $0.since > BrowserState.soon } ?? false
    let (before, hadPanel) = (page.id, panel != nil)
    // What only read may have begun before somebody else logged in.
    let isPassed = answer.isReading && asked.map { $0.actor != me } ?? false
    if !isPassed { login = answer.login }
    let effects = take(answer, viewer: isPassed ? me : answer.viewer, actor: asked?.actor)
    // Whoever types by now has another page or no line in front of them.
    if isLate, page.id != before { deafUntil = time + BrowserState.deafness }
    if isLate, panel != nil, !hadPanel { promptDeafUntil = time + BrowserState.deafness }
    return effects
  }

  private mutating func take(
    _ answer: CommandAnswer, viewer: Person?, actor: Person?
  ) -> [BrowserEffect] {
    _ = look(as: viewer)
    drawings.clear()
    var effects: [BrowserEffect] = []
    if let destination = answer.opens {
      effects = go(to: destination)
    } else if let question = answer.question, panel == nil {
      panel = .sheet(.asking(question, before: answer.request.line ?? ""))
    } else {
      effects = noticeChange() + tell(answer, to: actor)
      if answer.isMistyped, panel == nil, let line = answer.request.line {
        panel = .prompt(Prompt(.command, line))
      }
    }
    return effects
  }

  private mutating func go(to destination: Destination) -> [BrowserEffect] {
    if let style = destination.header { change(to: style) }
    if destination.endsMotion { hasMotion = false }
    let effects = push(.profile(ProfileContent(subject: .person(destination.person))))
    guard usesMouse, destination.leavesMouse else { return effects }
    usesMouse = false
    return effects + [.useMouse(false)]
  }

  /// A short answer in passing, a long one on a page of its own.
  private mutating func tell(_ answer: CommandAnswer, to actor: Person?) -> [BrowserEffect] {
    let printed = answer.said.trimmed
    let said = PaintedText(printed).plain
    let words = PaintedText(answer.remarked.trimmed).plain
    let isTrouble = answer.isRefused || answer.isUndone
    let remark = isTrouble ? refusal(words) : words
    if said.isEmpty {
      if !remark.isEmpty { say(SafeText(oneLine(remark)), isTrouble: isTrouble) }
    } else if isTrouble || !fits(said + " " + remark) {
      return show(answer.request.line ?? "", remark.isEmpty ? printed : printed + "\n\n" + remark)
    } else if remark.isEmpty {
      say(newName(by: answer, of: actor) ?? SafeText(said))
    } else {
      say(SafeText("\(said) \(oneLine(remark))"))
    }
    return []
  }

  /// Whether it can be read in passing.
  private func fits(_ words: String) -> Bool {
    !words.contains("\n") && words.count <= max(20, traits.width - 10)
  }

  /// "Edited" says too little to whoever has another handle now.
  private func newName(by answer: CommandAnswer, of actor: Person?) -> SafeText? {
    guard let me, me.handle != actor?.handle, answer.newHandle == me.handle else { return nil }
    return "You are \(me.handle) now."
  }

  /// In the place of an answer that is on top: whoever asks again is done with it.
  private mutating func show(_ title: String, _ words: String) -> [BrowserEffect] {
    if case .text(let content) = content, content.isAnswer { pages.removeLast() }
    return push(.text(TextContent(title: ":" + SafeText(title), words: .answered(words))))
  }

  /// What is wrong and what to type next; how a command is used is too long to be read in passing.
  private func refusal(_ words: String) -> String {
    let lines = words.split(separator: "\n").prefix { !$0.hasPrefix("Usage: ") }
    return lines.joined(separator: "\n")
  }

  private func oneLine(_ words: String) -> String {
    var line = words.split(separator: "\n").joined(separator: " ")
    if line.hasPrefix("Error: ") { line.removeFirst("Error: ".count) }
    return line
  }
}

extension String {
  /// Without the line feeds and blanks at its end.
  fileprivate var trimmed: String {
    var text = self[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

extension BrowserPage {
  /// Whether there is nothing on it yet.
  package var isEmpty: Bool {
    switch content {
    case .profile(let content): content.profile == nil
    case .people(let content): !content.series.isLoaded
    case .feed(let content): !content.series.isLoaded
    case .post(let content): content.viewed == nil
    case .text: false
    }
  }
}
