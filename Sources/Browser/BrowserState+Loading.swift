import Rendering

/// Reading of pages.
extension BrowserState {
  /// Reads the top page from its beginning: as many rows as are loaded, and at least `least`.
  ///
  /// With `onlyNear`, it reads no further than some rows below the chosen one.
  mutating func load(onlyNear: Bool = false, atLeast least: Int = 0) -> [BrowserEffect] {
    page.isStale = false
    page.isReading = true
    // Changes may come many times a second; a key asks for pictures, too.
    if !onlyNear { pictures.retryFailed() }
    let near = onlyNear ? page.list.position.selected + BrowserState.longBatch : .max
    let count = max(least, BrowserState.batch, min(page.list.rows.count, near))
    return [.load(page: page.id, page.source, count: count)]
  }

  /// Reads the top page again after a change; if it is being read, reads it once more afterwards.
  mutating func reload() -> [BrowserEffect] {
    page.isReading ? [] : load(onlyNear: true)
  }

  /// Marks all pages as stale; those below are read when they are on top.
  mutating func noticeChange() -> [BrowserEffect] {
    for index in pages.indices { pages[index].isStale = true }
    return reload()
  }

  /// Loads more rows when the end of the loaded ones comes near.
  package mutating func loadMore() -> [BrowserEffect] {
    let (layout, position) = (layout, page.list.position)
    let isNear =
      position.offset + 2 * layout.window >= layout.lastOffset
      || position.selected + 2 * layout.columns >= layout.count
    return isNear ? loadNext(BrowserState.batch) : []
  }

  /// Goes to the end of the loaded rows, and loads more until another key is pressed.
  ///
  /// Pauses after `rowsPerEnd` rows, since a list may have a million.
  mutating func goToEnd() -> [BrowserEffect] {
    // It may show the count of the last pause.
    alert = nil
    scroll { $0.moveToLast() }
    guard page.list.next != nil else { return [] }
    page.endGoal = layout.count + BrowserState.rowsPerEnd
    return loadNext(BrowserState.longBatch)
  }

  private mutating func continueToEnd() -> [BrowserEffect] {
    guard let goal = page.endGoal else { return [] }
    scroll { $0.moveToLast() }
    let count = layout.count
    if page.list.next != nil, count < goal { return loadNext(BrowserState.longBatch) }
    page.endGoal = nil
    if page.list.next != nil {
      say("\(Magnitude.exact(count)) are here, and more: G goes on.")
    }
    return []
  }

  private mutating func loadNext(_ count: Int) -> [BrowserEffect] {
    guard let next = page.list.next, !page.list.isLoading else { return [] }
    page.list.isLoading = true
    return [.load(page: page.id, page.source, count: count, after: next)]
  }

  mutating func take(_ loaded: LoadedPage, for id: Int) -> [BrowserEffect] {
    guard let index = pages.firstIndex(where: { $0.id == id }) else { return [] }
    let isOnTop = index == pages.count - 1
    if pages[index].mustLoadMore(after: loaded) {
      pages[index].isReading = false
      pages[index].isStale = !isOnTop
      return isOnTop ? load(atLeast: loaded.rows.count + BrowserState.longBatch) : []
    }
    guard isOnTop else {
      pictures.take(loaded.thumbnails)
      pages[index].take(loaded)
      return []
    }
    // Pictures arrive later and make rows taller.
    let (before, wasInSight) = (pages[index].list, scroller.isInSight)
    let chosen = pages[index].chosen
    let wasAtEnd = before.isLoaded && before.position.offset == layout.lastOffset
    pictures.take(loaded.thumbnails)
    pages[index].take(loaded)
    let followsEnd = wasAtEnd && page.source.growsAtEnd
    scroll { scroll in
      scroll.clampToEnd()
      if followsEnd {
        scroll.position.offset = scroll.layout.lastOffset
        scroll.reveal()
      }
      // Pictures that came with the page make rows taller.
      if loaded.after == nil, wasInSight, scroll.position.offset > 0 { scroll.reveal() }
      if !before.isLoaded, loaded.selected > 0 {
        scroll.begin()
      } else if scroll.position.selected != before.position.selected {
        scroll.position.isChosen ? scroll.reveal() : scroll.stayAtTop()
      }
    }
    let isAwaited = before.awaitedAuthor != nil && page.list.awaitedAuthor == nil
    if before.isLoaded, !isAwaited, chosen != page.chosen { ignored.noteChoice(at: time) }
    return (page.isStale ? reload() : []) + continueToEnd()
  }

  /// Leaves a page whose subject was deleted; the first page gives way to all people.
  mutating func fail(_ page: Int?, _ words: SafeText, isGone: Bool) -> [BrowserEffect] {
    let index = pages.firstIndex { $0.id == page }
    let words = (isGone ? index.flatMap { pages[$0].goneText } : nil) ?? words
    // The command that was just done may be the reason.
    let done = alert.flatMap {
      !$0.isTrouble && time - $0.since < BrowserState.answerGrace ? $0.text : nil
    }
    say(done.map { "\($0) \(words)" } ?? words, .trouble)
    guard let index else { return [] }
    pages[index].stopLoading()
    guard isGone || pages[index].isEmpty else { return [] }
    let wasOnTop = index == pages.count - 1
    if wasOnTop { ignored.notePage(at: time) }
    if pages.count > 1 {
      if wasOnTop, panel == nil, pages[index].isEmpty, let typed = pages[index].typed {
        panel = .prompt(typed)
        ignored.notePanel(at: time)
      }
      pages.remove(at: index)
      guard wasOnTop else { return [] }
      motion = ScrollMotion()
      scroll { $0.keepInView() }
      return self.page.isStale ? load() : []
    }
    guard isGone else { return [] }
    // The new page shows why it is there.
    let reason = alert
    defer { alert = reason }
    return replace(with: .people(matching: nil))
  }

  /// Changes pictures, which makes rows taller; keeps the end at the end and the chosen row
  /// visible.
  mutating func keepingPlace(_ change: (inout PictureCache) -> Void) {
    let (before, offset) = (scroller, page.list.position.offset)
    let isAtEnd = offset > 0 && offset == before.layout.lastOffset
    change(&pictures)
    guard layout.height != before.layout.height, offset > 0 else { return }
    scroll { scroll in
      if isAtEnd {
        scroll.position.offset = scroll.layout.lastOffset
      } else if before.isInSight {
        scroll.reveal()
      }
      if scroll.position.offset != offset { scroll.motion = ScrollMotion() }
    }
  }

  /// The rows on either side of the chosen one whose pictures stay loaded.
  private var pictureMargin: Int { 12 + window }

  mutating func evictPictures() {
    pictures.evict(allBut: pages, top: page.id, margin: pictureMargin)
  }

  /// Asks again for evicted pictures that come near.
  mutating func recallPictures() -> [BrowserEffect] {
    let posts = pictures.recall(in: page.list, margin: pictureMargin)
    return posts.isEmpty ? [] : [.recall(posts)]
  }
}
