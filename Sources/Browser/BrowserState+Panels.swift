import Keys
import Model
import Rendering

/// Keys in a prompt or sheet, and clicks.
extension BrowserState {
  /// Lines that leave the browser at once, as the key `q` does on the first page.
  private static let leavingLines: Set = ["q", "quit", "exit"]

  mutating func takeInPrompt(_ key: KeyPress) -> [BrowserEffect] {
    guard var prompt = takePrompt() else { return [] }
    var effects: [BrowserEffect] = []
    switch key {
    case .escape, .control("c"), .control("g"): return []
    case .backspace where prompt.isEmpty: return []
    case .enter: return send(prompt)
    case .tab where prompt.purpose == .command:
      if prompt.offer.choices.isEmpty {
        effects = [.complete(String(prompt.before))]
      } else {
        prompt.chooseNext(1)
      }
    case .backTab: prompt.chooseNext(-1)
    case .up: prompt.recall(1, in: prompt.purpose == .command ? history : [])
    case .down: prompt.recall(-1, in: prompt.purpose == .command ? history : [])
    case .control("z"): effects = [.stop]
    case .badPaste(let fault): refusePaste(fault)
    default: _ = prompt.take(key)
    }
    panel = .prompt(prompt)
    return effects
  }

  /// Moves the prompt out of the state to change it in place: copying it at each letter would take
  /// quadratic time.
  private mutating func takePrompt() -> Prompt? {
    guard case .prompt(let prompt) = panel else { return nil }
    panel = nil
    return prompt
  }

  private mutating func send(_ prompt: Prompt) -> [BrowserEffect] {
    let text = prompt.line
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !words.isEmpty else { return [] }
    switch prompt.purpose {
    case .command:
      if BrowserState.leavingLines.contains(words) {
        ending = .left
        return []
      }
      // A line with a blank before it is not kept.
      if text.first?.isWhitespace == false, history.last != text { history.append(text) }
      return [.carryOut(.line(text))]
    case .search:
      let isOfPeople = if case .people = page.source { true } else { false }
      let effects = push(isOfPeople ? .people(matching: words) : .search(words))
      page.typed = Prompt(.search, words)
      return effects
    }
  }

  private mutating func refusePaste(_ fault: KeyPress.PasteFault) {
    let reason: SafeText = fault == .tooLong ? "longer than 64 KB" : "not valid UTF-8"
    say("What was pasted is \(reason): nothing of it was taken.", .trouble)
  }

  /// The words typed in the open box; nil without any.
  package var unsentText: String? {
    guard case .composer(let composer) = panel, drafts[composer.subject] != nil,
      !composer.text.text.allSatisfy(\.isWhitespace)
    else { return nil }
    return composer.text.text
  }

  /// The number of boxes that were closed with words in them.
  var draftCount: Int {
    drafts.values.count { !$0.allSatisfy(\.isWhitespace) }
  }

  mutating func takeInComposer(_ key: KeyPress) -> [BrowserEffect] {
    guard case .composer(var composer) = panel else { return [] }
    panel = nil
    let width = ComposerBox.textWidth(in: traits.width)
    let reaction = composer.take(key, width: width, in: traits)
    let text = composer.text.text
    drafts[composer.subject] = text
    if case .badPaste(let fault) = key { refusePaste(fault) }
    switch reaction {
    case .close: return []
    case .send where !text.allSatisfy(\.isWhitespace): return [.carryOut(composer.request)]
    case .send: say("There is nothing to send yet.", .trouble)
    default: break
    }
    panel = .composer(composer)
    return switch reaction {
    case .stop: [.stop]
    case .complete(let word): [.completeWord(word)]
    case .openEditor: [.edit(text)]
    default: []
    }
  }

  /// Drops the draft of a text that was sent, or opens its box again if it was refused; returns
  /// whether it is the draft of another post now.
  ///
  /// The words for a post that is gone become the draft of a new post, whose box stays closed:
  /// the author of an answer may not want to publish it alone.
  mutating func closeDraft(of answer: CommandAnswer) -> Bool {
    let sent = drafts.first { Composer($0.key, $0.value).request == answer.request }
    guard let sent else { return false }
    if answer.isPostGone {
      drafts[sent.key] = nil
      drafts[.post] = drafts[.post].map { "\($0)\n\n\(sent.value)" } ?? sent.value
      if case .composer = panel { panel = nil }
    } else if !answer.isRefused {
      drafts[sent.key] = nil
      page.list.awaitedAuthor = me?.handle
    } else if panel == nil {
      panel = .composer(Composer(sent.key, sent.value))
    }
    return answer.isPostGone
  }

  mutating func take(_ key: KeyPress, in sheet: ChoiceSheet) -> [BrowserEffect] {
    var sheet = sheet
    let reaction = sheet.take(key)
    panel = .sheet(sheet)
    switch reaction {
    case .stay: return []
    case .stop: return [.stop]
    case .close, .act(.close): panel = nil
    case .act(.fill(let template)): panel = .prompt(Prompt(filling: template))
    case .act(.carryOut(let request)):
      panel = nil
      return [.carryOut(request)]
    }
    return []
  }

  /// A click knows only the targets of the frame that is shown.
  mutating func press(x: Int, y: Int) -> [BrowserEffect] {
    let targets = BrowserView(self, DrawingCache()).frame.canvas.clickTargets(x: x, y: y)
    guard clicks.hasShown(targets, x: x, y: y, at: time) else { return [] }
    if targets.contains(.alert) {
      alert = nil
      return []
    }
    switch panel {
    case .sheet(let sheet): return press(targets, in: sheet)
    case .prompt(var prompt):
      for case .choice(let index) in targets { prompt.choose(index) }
      panel = .prompt(prompt)
    case .composer(var composer):
      for case .choice(let index) in targets { composer.choose(index) }
      panel = .composer(composer)
    case nil: return press(targets) ?? []
    }
    return []
  }

  /// A click beside a sheet closes it.
  private mutating func press(_ targets: [ClickTarget], in sheet: ChoiceSheet) -> [BrowserEffect] {
    for case .choice(let index) in targets {
      var sheet = sheet
      sheet.selected = index
      return take(.enter, in: sheet)
    }
    if !targets.contains(.panel) { panel = nil }
    return []
  }

  /// The first click chooses a row, and acts on the button under it; a second one opens the row.
  private mutating func press(_ targets: [ClickTarget]) -> [BrowserEffect]? {
    var wasChosen: Bool?
    for case .item(let index, _) in targets {
      wasChosen = page.list.position.selected == index
      page.list.position.selected = index
      page.list.position.isChosen = true
    }
    for target in targets {
      switch target {
      case .button: return carryOut(page.chosenProfile?.relation.isMe == true ? .settings : .follow)
      case .followers: return openPeople { .followers($0) }
      case .following: return openPeople { .following($0) }
      case .tab(let tab): return show(tab)
      case .author: return carryOut(.author)
      case .like: return carryOut(.like)
      case .likers: return carryOut(.open)
      case .otherList: return carryOut(.nextTab)
      case .hint(let index, _):
        let actions = BrowserHints(self).actions
        return actions.indices.contains(index) ? carryOut(actions[index]) : []
      case .viewer: return carryOut(.own)
      case .item, .panel, .alert, .choice, .web: break
      }
    }
    return wasChosen.flatMap { $0 ? carryOut(.open) : loadMore() }
  }

  private mutating func openPeople(_ source: (PageOwner) -> PageSource) -> [BrowserEffect] {
    guard let user = page.chosenProfile?.user else { return [] }
    return push(source(.person(UserReference(user))))
  }
}
