import Model
package import Rendering

/// The whole state of the browser, from which the screen is drawn.
///
/// A value without side effects: `update` takes an event, and returns the effects to carry out. A
/// copy shares nothing with the original; the owner of the view keeps the drawings.
package struct BrowserState {
  /// Rows that are loaded at a time: enough to fill a window.
  package static let batch = 24

  /// Rows that are loaded at a time on the way to the end of a list, up to `rowsPerEnd` for one
  /// press of End.
  static let longBatch = 250
  static let rowsPerEnd = 1_000

  /// How long, in microseconds, a drawing waits for the answer to a key.
  package static let answerGrace: Int64 = 100_000

  /// The reader's size, colours, time and zone.
  package var traits: Traits
  /// The columns that `--width` asks for; the rest of a wider window stays empty.
  package var widest: Int?
  /// The columns of grids; nil for as many as fit best.
  package var columns: Int?
  package internal(set) var header: HeaderStyle
  package internal(set) var hasMotion: Bool
  package internal(set) var usesMouse: Bool
  /// The acting user, if any.
  package internal(set) var me: UserReference?
  package var login = LoginState.unchanged
  /// The number of new notices of the acting user.
  package internal(set) var news = 0
  /// The number of changes of a shared network that are not sent.
  package internal(set) var unsent = 0
  /// The number of changes that the last exchange of this browser received.
  package internal(set) var received = 0
  /// Never empty, except within `replace`; the last one is shown.
  package var pages: [BrowserPage]
  package var panel: Panel?
  package var alert: Alert?
  package var motion = ScrollMotion()
  /// The like that was just asked for.
  package internal(set) var burst: HeartBurst?
  /// Lines that were typed, oldest first.
  package var history: [String] = []
  /// Texts that were not sent, until the browser ends.
  package internal(set) var drafts: [Composer.Subject: String] = [:]
  package var pictures = PictureCache()
  var clicks = ClickGuard()
  package internal(set) var pending = PendingCommands()
  var ignored = IgnoredKeys()
  /// Whether the last key was `q` on the first page, which has to be typed twice.
  package internal(set) var isLeaveAsked = false
  /// Whether the key before the last one was.
  var wasLeaveAsked = false
  var mutedByLastKey: Handle?
  var mutedByKeyBefore: Handle?
  /// The time of a request for the settings that is not answered yet.
  var settingsAskedAt: Int64?
  package internal(set) var ending: Ending?
  /// Microseconds on a monotonic clock.
  package var time: Int64 = 0
  private var lastPage = 0

  /// Why the browser ends.
  package enum Ending {
    case left, interrupted
  }

  /// A line, a text or a list over the page.
  package enum Panel {
    case prompt(Prompt)
    case composer(Composer)
    case sheet(ChoiceSheet)
  }

  package init(
    traits: Traits, header: HeaderStyle, hasMotion: Bool, usesMouse: Bool, me: UserReference?,
    first: PageSource
  ) {
    self.traits = traits
    self.traits.program = { ":" }
    self.header = header
    self.hasMotion = hasMotion
    self.usesMouse = usesMouse
    self.me = me
    pages = [BrowserPage(id: 0, first)]
  }

  /// The page on top.
  package var page: BrowserPage {
    get { pages[pages.count - 1] }
    set { pages[pages.count - 1] = newValue }
  }

  /// The rows above the last one, which shows hints and prompts.
  var window: Int { max(1, (traits.height ?? 24) - 1) }

  var isTooSmall: Bool {
    traits.width < SmallWindow.fewestColumns || (traits.height ?? 24) < SmallWindow.fewestRows
  }

  package mutating func fit(columns: Int, rows: Int) {
    traits.width = max(1, min(columns, widest ?? columns))
    traits.height = rows
  }

  /// Whether rows glide, so that pictures change from frame to frame.
  package var isMoving: Bool { motion.isMoving(at: time) }

  /// The picture to decode next.
  package var wantedPicture: PictureRequest? { pictures.wanted(by: page) }

  /// The layout of the page on top, which is measured again only after a change.
  package var layout: PageLayout {
    mutating get {
      let version = PageVersion(self)
      if let (known, layout) = page.measured, known == version { return layout }
      let layout = PageLayout(self)
      page.measured = (version, layout)
      return layout
    }
  }

  /// The offset that is shown now, which may be on its way to the resting one.
  package var shownOffset: Int {
    motion.offset(at: time, restingAt: page.list.position.offset)
  }

  /// The post that a text answers or quotes, if the page has it.
  func post(answeredBy composer: Composer) -> Post? {
    guard let id = composer.subject.answered else { return nil }
    return page.list.rows.lazy.compactMap(\.post).first { $0.target == id }?.repeated
  }

  var scroller: PageScroll {
    mutating get {
      let canPull = hasMotion && page.source.shape == .grid && header != .fading
      return PageScroll(
        layout: layout, time: time, hasMotion: hasMotion,
        pullLimit: canPull ? Double(window) * PointScale.row / 3 : nil,
        position: page.list.position, motion: motion)
    }
  }

  mutating func scroll(_ change: (inout PageScroll) -> Void) {
    var scroller = scroller
    change(&scroller)
    if page.list.position != scroller.position { page.list.position = scroller.position }
    motion = scroller.motion
  }

  /// Opens another page, or reads a list again that is on top already.
  package mutating func push(
    _ source: PageSource, _ header: BrowserPage.Header = .none
  ) -> [BrowserEffect] {
    if pages.last?.source == source, source.shape == .list { return load() }
    let effects = pages.isEmpty ? [] : markRead()
    alert = nil
    lastPage += 1
    motion = ScrollMotion()
    pages.append(BrowserPage(id: lastPage, source, header))
    return effects + load()
  }

  /// Marks the notices or the posts of the timeline that were loaded as read when their page is
  /// left.
  func markRead() -> [BrowserEffect] {
    page.source.readMark(of: page.list.rows, upTo: page.newestSeen).map { [.carryOut($0)] } ?? []
  }

  /// Notes the newest post of the timeline if the top of the list is on the screen.
  mutating func noteSeen() {
    guard page.source == .timeline, page.list.position.offset == 0, !isTooSmall,
      let newest = page.list.rows.first?.post?.createdAt, newest != page.newestSeen
    else { return }
    page.newestSeen = newest
  }

  mutating func replace(with source: PageSource) -> [BrowserEffect] {
    let effects = markRead()
    motion = ScrollMotion()
    pages.removeLast()
    return effects + push(source)
  }

  package mutating func say(_ text: SafeText, _ mood: AlertBox.Mood = .plain) {
    alert = Alert(text: text, mood: mood, since: time)
  }

  /// Remembers the canvas that the terminal shows, so that clicks are matched with it.
  package mutating func noteShown(_ canvas: Canvas) {
    // An animation comes from a key.
    if motion.isMoving(at: time) { clicks.noteOwnChange() }
    clicks.show(canvas, at: time)
  }

  /// Microseconds until an animation changes the screen; nil while nothing moves.
  package var pause: Int64? {
    [
      alert.map { $0.pause(at: time, hasMotion: hasMotion) }, pending.pause(at: time),
      motion.pause(at: time, restingAt: page.list.position.offset), burst?.pause(at: time),
    ].compactMap(\.self).min()
  }
}
