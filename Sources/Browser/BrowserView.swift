import Model
package import Rendering

/// What the screen shows for a state.
package struct BrowserView {
  package let state: BrowserState
  private let traits: Traits

  package init(_ state: BrowserState) {
    self.state = state
    traits = state.traits
  }

  package var frame: Frame {
    var canvas = Canvas(width: traits.width, height: max(1, traits.height ?? 24))
    if state.isTooSmall {
      canvas.draw(SmallWindow().canvas(in: traits), x: 0, y: 0)
      return Frame(canvas)
    }
    draw(state.page, on: &canvas)
    let cursor = drawLastLine(on: &canvas)
    drawPanel(on: &canvas)
    drawAlert(on: &canvas)
    return Frame(canvas, cursor: cursor)
  }

  private var window: Int { state.window }

  private func draw(_ page: BrowserPage, on canvas: inout Canvas) {
    let offset = state.shownOffset
    switch page.content {
    case .profile(let content): draw(content, of: page, at: offset, on: &canvas)
    case .people(let content):
      let list = state.list(of: content, on: page)
      drawList(content.series, at: offset, on: &canvas, empty: words(ifEmpty: content)) {
        list?.draw(on: &$0, top: -offset, selected: content.series.place.selected, in: traits)
      }
      draw(TitleBar(title(of: content), remark: remark(content.kind)), on: &canvas)
    case .feed(let content):
      let list = state.list(of: content, on: page)
      drawList(content.series, at: offset, on: &canvas, empty: words(ifEmpty: content)) {
        list?.draw(
          on: &$0, top: -offset, selected: content.series.place.selected,
          pictures: state.gallery.shelf, in: traits)
      }
      draw(TitleBar(title(of: content), remark: remark(content.kind)), on: &canvas)
    case .post(let content):
      if let post = state.canvas(of: content, on: page) {
        var part = Canvas(width: traits.width, height: window - TitleBar.rows)
        part.draw(post, x: 1, y: -offset)
        canvas.draw(part, x: 0, y: TitleBar.rows)
      }
      draw(TitleBar("Post \(content.id)", remark: remarkOfMore), on: &canvas)
    case .text(let content):
      var part = Canvas(width: traits.width, height: window - TitleBar.rows)
      state.text(of: content, on: page)?.draw(on: &part, top: -offset)
      canvas.draw(part, x: 0, y: TitleBar.rows)
      draw(TitleBar(content.title, remark: remarkOfMore), on: &canvas)
    }
  }

  /// Nothing at the end of a page, for there the words end by themselves.
  private var remarkOfMore: SafeText {
    state.shownOffset < state.layout.lastOffset ? "more below" : ""
  }

  /// The grid, and header and bar over it.
  private func draw(
    _ content: ProfileContent, of page: BrowserPage, at offset: Int, on canvas: inout Canvas
  ) {
    guard let profile = content.profile, let header = state.header(of: content, on: page) else {
      return
    }
    let isOwn = profile.relation.isMe
    let barTop = header.layout.barTop(at: offset)
    let top = barTop + HeaderLayout.bar
    var list = Canvas(width: traits.width, height: max(0, window - top))
    let series = content.series
    if series.isLoaded, series.items.isEmpty {
      list.draw(
        EmptyTab(content.tab, of: profile.user.handle, isOwn: isOwn)
          .canvas(in: traits.with(width: traits.width - 2)), x: 1, y: 1)
    } else if series.isLoaded {
      state.grid(of: content, on: page)?.draw(
        on: &list, top: header.layout.listTop(at: offset) - top, selected: series.place.selected,
        pictures: state.gallery.shelf, in: traits)
    }
    canvas.draw(list, x: 0, y: top)
    var above = Canvas(width: traits.width, height: min(window, top))
    above.draw(TabBar(content.tab, isOwn: isOwn).canvas(in: traits), x: 0, y: barTop)
    above.draw(header.canvas(at: offset), x: 0, y: 0)
    canvas.draw(above, x: 0, y: 0)
  }

  private func drawList<Item>(
    _ series: Series<Item>, at offset: Int, on canvas: inout Canvas, empty: SafeText,
    _ draw: (inout Canvas) -> Void
  ) {
    var list = Canvas(width: traits.width, height: window - TitleBar.rows)
    if series.isLoaded, series.items.isEmpty {
      for (row, line) in traits.wrap(empty, to: max(1, traits.width - 2)).enumerated() {
        list.draw(line, x: 1, y: 1 + row, Style.faint.paint(in: traits))
      }
    } else {
      draw(&list)
    }
    canvas.draw(list, x: 0, y: TitleBar.rows)
  }

  private func draw(_ title: TitleBar, on canvas: inout Canvas) {
    canvas.draw(title.canvas(in: traits), x: 0, y: 0)
  }

  /// Hints, or what is being typed; answers where the cursor is then.
  private func drawLastLine(on canvas: inout Canvas) -> Frame.Place? {
    guard case .prompt(let prompt) = state.panel else {
      if let slow = state.slowDeed {
        canvas.draw(words(of: slow), x: 0, y: window, in: traits)
        return nil
      }
      canvas.draw(HintLine(name, BrowserHints(state).all).canvas(in: traits), x: 0, y: window)
      return nil
    }
    let (line, cursor) = PromptLine(
      prompt.purpose == .command ? ":" : "/", before: String(prompt.before),
      after: String(prompt.after)
    ).canvas(in: traits)
    canvas.draw(line, x: 0, y: window)
    return Frame.Place(x: cursor, y: window)
  }

  /// What takes its time, how far it has come, and how not to wait for it.
  private func words(of undertaking: BrowserState.Undertaking) -> StyledLine {
    let what: SafeText =
      undertaking.request.line.map { "Under way: :\($0)" }
      ?? "Waiting for another process \(traits.glyphs.ellipsis)"
    let count = undertaking.progress.isEmpty ? "" : "   " + undertaking.progress
    let end: SafeText = "   Ctrl-C leaves"
    let room = max(1, traits.width - count.width - end.width)
    var told = StyledLine(traits.fit(what, to: room), .accent)
    told.append(count)
    told.append(end, .faint)
    return told.fitted(to: traits.width, in: traits)
  }

  private var name: SafeText { state.me.map { SafeText($0.handle) } ?? "nobody" }

  private func drawPanel(on canvas: inout Canvas) {
    switch state.panel {
    case .prompt(let prompt) where !prompt.offer.choices.isEmpty:
      let choices = prompt.offer.choices.map { ChoicePanel.Choice(SafeText($0.label)) }
      let panel = ChoicePanel(
        prompt.offer.isCut ? "Some of many" : "", choices, selected: prompt.chosen
      )
      .canvas(atMost: min(12, window), in: traits)
      canvas.draw(panel, x: 0, y: window - panel.height)
    case .sheet(let sheet):
      let choices = sheet.choices.map { ChoicePanel.Choice($0.label, $0.remark) }
      let panel = ChoicePanel(sheet.title, choices, selected: sheet.selected)
        .canvas(atMost: window, in: traits)
      canvas.draw(panel, x: (traits.width - panel.width) / 2, y: (window - panel.height) / 2)
    default: break
    }
  }

  /// It slides in from above.
  private func drawAlert(on canvas: inout Canvas) {
    guard let alert = state.alert else { return }
    let part = alert.part(at: state.time, hasMotion: state.hasMotion)
    guard part > 0 else { return }
    let box = AlertBox(alert.text, isTrouble: alert.isTrouble).canvas(in: traits)
    let hidden = Int((Double(box.height) * (1 - part)).rounded())
    canvas.draw(box, x: (traits.width - box.width) / 2, y: -hidden)
  }
}
