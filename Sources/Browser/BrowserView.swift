package import Rendering

/// Draws the screen for a state.
package struct BrowserView {
  private let state: BrowserState
  private let traits: Traits
  /// The drawings of the page.
  package let page: PageDrawing
  private var windowHeight: Int { state.window }

  /// The caller keeps the cache for later frames.
  package init(_ state: BrowserState, _ cache: DrawingCache) {
    var state = state
    page = PageDrawing(state, state.layout, cache)
    self.state = state
    traits = state.traits
  }

  package var frame: Frame {
    var canvas = Canvas(width: traits.width, height: max(1, traits.height ?? 24))
    if state.isTooSmall {
      canvas.draw(SmallWindow().canvas(in: traits), x: 0, y: 0)
      return Frame(canvas)
    }
    page.draw(on: &canvas, at: state.shownOffset)
    if let burst = state.burst, let middle = page.middleOfChosen(at: state.shownOffset) {
      burst.draw(on: &canvas, x: middle.x, y: middle.y, at: state.time, in: traits)
    }
    let cursor = drawLastLine(on: &canvas) ?? drawComposer(on: &canvas)
    drawPanel(on: &canvas)
    drawAlert(on: &canvas)
    return Frame(canvas, cursor: cursor)
  }

  /// Draws the hints or the prompt, and returns the position of the prompt's cursor.
  private func drawLastLine(on canvas: inout Canvas) -> Frame.Place? {
    guard case .prompt(let prompt) = state.panel else {
      if let slow = state.pending.slow(at: state.time) {
        canvas.draw(progressLine(for: slow), x: 0, y: windowHeight, in: traits)
        return nil
      }
      let hints = BrowserHints(state)
      let line = HintLine(name, hints.all, news: hints.news)
      canvas.draw(line.canvas(in: traits), x: 0, y: windowHeight)
      return nil
    }
    let (line, cursor) = PromptLine(
      prompt.purpose == .command ? ":" : "/", before: String(prompt.before),
      after: String(prompt.after)
    ).canvas(in: traits)
    canvas.draw(line, x: 0, y: windowHeight)
    return Frame.Place(x: cursor, y: windowHeight)
  }

  /// The name and progress of a slow command, and the key that leaves.
  private func progressLine(for command: PendingCommands.Entry) -> StyledLine {
    let what: SafeText =
      command.request.shownLine.map { "Under way: :\($0)" }
      ?? "Waiting for another process \(traits.glyphs.ellipsis)"
    let count = command.progress.isEmpty ? "" : "   " + command.progress
    let end: SafeText = "   Ctrl-C leaves"
    let room = max(1, traits.width - count.width - end.width)
    var line = StyledLine(traits.fit(what, to: room), .accent)
    line.append(count)
    line.append(end, .faint)
    return line.fitted(to: traits.width, in: traits)
  }

  /// Draws the box for a text with its completions, and returns the position of its cursor.
  private func drawComposer(on canvas: inout Canvas) -> Frame.Place? {
    guard case .composer(let composer) = state.panel else { return nil }
    let (box, cursor) = box(for: composer).canvas(atMost: mostComposerRows, in: traits)
    let top = windowHeight - box.height
    canvas.draw(box, x: 0, y: top)
    draw(composer.offer, on: &canvas, above: top)
    return Frame.Place(x: cursor.x, y: top + cursor.y)
  }

  private var mostComposerRows: Int { max(3, windowHeight - 2) }

  private func box(for composer: Composer) -> ComposerBox {
    ComposerBox(
      composer.title, answering: state.post(answeredBy: composer), before: composer.text.before,
      after: composer.text.after, remaining: composer.remaining)
  }

  /// Draws offered words over the rows above `bottom`.
  private func draw(_ offer: LineOffer, on canvas: inout Canvas, above bottom: Int) {
    guard !offer.choices.isEmpty else { return }
    let choices = offer.choices.map { ChoicePanel.Choice(SafeText($0.label)) }
    let panel = ChoicePanel(offer.isCut ? "Some of many" : "", choices, selected: offer.chosen)
      .canvas(atMost: min(12, max(3, bottom)), in: traits)
    canvas.draw(panel, x: 0, y: bottom - panel.height)
  }

  private var name: SafeText { state.me.map { SafeText($0.handle) } ?? "nobody" }

  private func drawPanel(on canvas: inout Canvas) {
    switch state.panel {
    case .prompt(let prompt):
      draw(prompt.offer, on: &canvas, above: windowHeight)
    case .sheet(let sheet):
      let choices = sheet.choices.map { ChoicePanel.Choice($0.label, $0.remark) }
      let panel = ChoicePanel(sheet.title, choices, selected: sheet.selected)
        .canvas(atMost: windowHeight, in: traits)
      canvas.draw(panel, x: (traits.width - panel.width) / 2, y: (windowHeight - panel.height) / 2)
    default: break
    }
  }

  /// Draws the alert, which slides in from below: names and titles are above.
  private func drawAlert(on canvas: inout Canvas) {
    guard let alert = state.alert else { return }
    let part = alert.part(at: state.time, hasMotion: state.hasMotion)
    guard part > 0 else { return }
    let box = AlertBox(alert.text, alert.mood).canvas(in: traits)
    let shown = box.rows(from: 0, count: Int((Double(box.height) * part).rounded()))
    var bottom = windowHeight
    if case .composer(let composer) = state.panel {
      let rows = self.box(for: composer).leastRows(atMost: mostComposerRows, in: traits)
      bottom = max(box.height, windowHeight - rows)
    }
    canvas.draw(shown, x: (traits.width - box.width) / 2, y: bottom - shown.height)
  }
}
