import Model
import Rendering

/// What keys do while something is typed or chosen over the page.
extension BrowserState {
  /// Lines that leave the browser at once, as the key `q` does on the first page.
  private static let leavingLines: Set = ["q", "quit", "exit"]

  package mutating func takeInPrompt(_ key: KeyPress) -> [BrowserEffect] {
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
    case .badPaste(let fault):
      let reason: SafeText = fault == .tooLong ? "longer than 64 KB" : "not valid UTF-8"
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
      if BrowserState.leavingLines.contains(words) {
        ending = .left
        return []
      }
      // A line with a blank before it is not kept.
      if text.first?.isWhitespace == false, history.last != text { history.append(text) }
      return [.carryOut(.line(text))]
    case .search:
      if case .people(let content) = content, case .everybody = content.kind {
        return push(.people(PeopleContent(kind: .everybody(matching: words))))
      }
      return push(.feed(FeedContent(kind: .search(words))))
    }
  }

  package mutating func take(_ key: KeyPress, in sheet: Sheet) -> [BrowserEffect] {
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
    case .carryOut(let request): return [.carryOut(request)]
    case .close: return []
    }
  }
}
