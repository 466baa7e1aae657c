import Model
package import Rendering

/// The positions of the parts of a page at each offset, in rows of the window.
package struct PageLayout {
  /// The rows of a page, or the text instead of them, measured for one window.
  enum Body {
    case grid(GridRows)
    case list(ListRows)
    case text(TextDrawing)
  }

  /// Nil for a page that is not loaded.
  private(set) var body: Body?
  /// The number of rows of the list that can be chosen, and the number of columns.
  package private(set) var count = 0
  package private(set) var columns = 1
  /// The height of the list.
  package private(set) var height = 0
  package let window: Int
  /// The header above a grid; nil for a title bar.
  package private(set) var header: HeaderLayout?
  package private(set) var rows: (Int) -> Range<Int> = { _ in 0..<0 }

  /// Measures the page on top.
  init(_ state: BrowserState) {
    let (page, pictures) = (state.page, state.pictures.thumbnails)
    window = state.window
    header = page.profile.map {
      ProfileHeader($0, in: state, banner: BannerCache(nil, of: $0.user.handle)).layout
    }
    switch (page.source.shape, page.header) {
    case (.grid, _):
      let grid = GridRows(
        page.list.rows.compactMap(\.post), of: page.profile?.user.handle, pictures: pictures,
        columns: state.columns, window: window, in: state.traits)
      body = .grid(grid)
      (count, columns, height) = (grid.count, grid.columns, grid.stack.height)
      rows = grid.rows(of:)
    case (.list, _):
      var traits = state.traits
      traits.height = window
      let list = ListRows(
        page.list.rows, hasViewer: state.me != nil, pictures: pictures, in: traits)
      body = .list(list)
      (count, height, rows) = (list.stack.count, list.stack.height, list.stack.rows(of:))
    case (.text, .text(let text)): show(TextDrawing(PaintedText(text), in: state.traits))
    case (.text, .keys): show(TextDrawing(tables: KeyTable.helpTables, in: state.traits))
    case (.text, .none), (.text, .profile): break
    }
  }

  private mutating func show(_ text: TextDrawing) {
    (body, height) = (.text(text), text.height)
  }

  /// The first row of the window that belongs to the list.
  package func regionTop(at offset: Int) -> Int {
    header?.regionTop(at: offset) ?? TitleBar.rows
  }

  /// The position of the list's first row, which may be scrolled out of the region.
  package func listTop(at offset: Int) -> Int {
    header?.listTop(at: offset) ?? TitleBar.rows - offset
  }

  package var lastOffset: Int {
    header?.lastOffset(listRows: height, window: window) ?? max(0, TitleBar.rows + height - window)
  }

  /// The nearest offset that shows a row, or its top if it is taller than the window.
  package func offset(revealing index: Int, from start: Int) -> Int {
    let rows = rows(index)
    var offset = min(max(start, 0), lastOffset)
    while offset < lastOffset, listTop(at: offset) + rows.upperBound > window,
      listTop(at: offset + 1) + rows.lowerBound >= regionTop(at: offset + 1)
    { offset += 1 }
    while offset > 0, listTop(at: offset) + rows.lowerBound < regionTop(at: offset) { offset -= 1 }
    return offset
  }

  /// The offset at which the list begins nearest to a row of the window.
  package func offset(puttingListAt row: Int) -> Int {
    (0...lastOffset).min { abs(listTop(at: $0) - row) < abs(listTop(at: $1) - row) } ?? 0
  }

  /// The row at `index` if its middle is visible, else the nearest row of its column whose middle
  /// is.
  package func nearestVisible(to index: Int, at offset: Int) -> Int {
    let (top, end) = (regionTop(at: offset) - listTop(at: offset), window - listTop(at: offset))
    func middle(_ index: Int) -> Int {
      let rows = rows(index)
      return rows.lowerBound + (rows.count - 1) / 2
    }
    var index = index
    while middle(index) < top, index / columns < (count - 1) / columns {
      index = min(index + columns, count - 1)
    }
    while middle(index) >= end, index >= columns { index -= columns }
    return index
  }

  /// The first row that begins in the window, or the one that fills it.
  package func firstVisible(at offset: Int) -> Int {
    let (top, end) = (regionTop(at: offset) - listTop(at: offset), window - listTop(at: offset))
    let first = (0..<count).first { rows($0).lowerBound >= top }
    if let first, rows(first).lowerBound < end { return first }
    return (0..<count).first { rows($0).upperBound > top } ?? max(0, count - 1)
  }
}

/// All that the layout and the drawings of a page depend on.
struct PageVersion: Equatable {
  private let numbers: [Int?]
  private let switches: [Bool]
  private let tab: ProfileTab
  private let style: HeaderStyle
  private let screen: PictureScreen

  /// The version of the page on top; relative times are in minutes.
  init(_ state: BrowserState) {
    let (page, traits) = (state.page, state.traits)
    numbers = [
      page.id, page.list.version, page.headerVersion, state.pictures.version, traits.width,
      state.window, state.columns, Int(traits.now.microseconds / 60_000_000),
    ]
    switches = [state.me != nil, state.hasMotion, traits.isLight]
    (tab, style, screen) = (page.tab, state.header, traits.pictures)
  }
}
