import Model
import Rendering
import Terminal

/// What keys do while something is typed or chosen over the page.
extension BrowserState {
  mutating func takeInPrompt(_ key: Key) -> [BrowserEffect] {
    guard var prompt = takePrompt() else { return [] }
    var effects: [BrowserEffect] = []
    switch key {
    case .escape, .control("c"), .control("g"): return []
    case .backspace where prompt.isEmpty: return []
    case .enter: return send(prompt)
    case .tab where prompt.purpose == .command:
      if prompt.offer.words.isEmpty {
        effects = [.complete(String(prompt.before))]
      } else {
        prompt.chooseNext(1)
      }
    case .backTab: prompt.chooseNext(-1)
    case .up: prompt.recall(1, in: prompt.purpose == .command ? history : [])
    case .down: prompt.recall(-1, in: prompt.purpose == .command ? history : [])
    case .control("z"): effects = [.stop]
    case .badPaste(let trouble):
      let reason: SafeText = trouble == .tooLong ? "longer than 64 KB" : "not valid UTF-8"
      say("What was pasted is \(reason): nothing of it was taken.", isTrouble: true)
    default: _ = prompt.take(key)
    }
    panel = .prompt(prompt)
    return effects
  }

  /// Takes the line away, so that it is changed in its place: a copy for each letter would cost the
  /// square of what is typed.
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
      if isLeaving(text) {
        status = .done
        return []
      }
      if LineHistory.keeps(Array(text.utf8)), history.last != text { history.append(text) }
      // Who asks something after a login asks it as whoever acts then.
      let isBehindLogin = underWay.contains { $0.deed.line.map(ReadingLine.mayLogIn) ?? false }
      return [!isBehindLogin && ReadingLine.reads(text) ? .ask(text) : .carryOut(text)]
    case .search:
      if case .people(let content) = content, case .everybody = content.kind {
        return push(.people(PeopleContent(kind: .everybody(matching: words))))
      }
      return push(.feed(FeedContent(kind: .search(words))))
    }
  }

  /// Whether a line wants what the key `q` does on the first page, which waits for nothing.
  private func isLeaving(_ line: String) -> Bool {
    let words = (try? LineSplitter.words(of: Array(line.utf8)))?.map(\.text) ?? []
    return words.count == 1 && (InteractiveShell.exits + ["q"]).contains(words[0])
  }

  mutating func take(_ key: Key, in sheet: Sheet) -> [BrowserEffect] {
    var sheet = sheet
    let count = sheet.choices.count
    switch key {
    case .wheelUp: sheet.selected = max(0, sheet.selected - 1)
    case .wheelDown: sheet.selected = min(count - 1, sheet.selected + 1)
    case .control("z"): return [.stop]
    case .character(let letter) where sheet.place(of: letter) != nil:
      panel = nil
      return sheet.place(of: letter).map { carryOut(sheet.choices[$0].deed) } ?? []
    default:
      switch KeyTable.action(for: key) {
      case .up: sheet.selected = (sheet.selected + count - 1) % count
      case .down: sheet.selected = (sheet.selected + 1) % count
      case .first, .pageUp: sheet.selected = 0
      case .last, .pageDown: sheet.selected = count - 1
      case .back, .quit, .interrupt, .settings:
        panel = nil
        return []
      case .open:
        panel = nil
        return carryOut(sheet.choices[sheet.selected].deed)
      default: break
      }
    }
    panel = .sheet(sheet)
    return []
  }

  private mutating func carryOut(_ deed: Sheet.Deed) -> [BrowserEffect] {
    switch deed {
    case .fill(let blank):
      panel = .prompt(Prompt(filling: blank))
      return []
    case .carryOut(let line): return [.carryOut(line)]
    case .goAhead(let line): return [.goAhead(line)]
    case .close: return []
    }
  }
}
