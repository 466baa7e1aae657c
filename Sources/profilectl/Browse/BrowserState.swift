import Model
import Rendering
import Terminal

/// All that the browser knows: what it shows is made from this alone.
struct BrowserState {
  /// Loaded at a time: enough to fill a window, and drawn before anybody notices.
  static let stretch = 24

  /// Loaded at a time on the way to the end of a list, and at most until End is pressed again.
  static let longStretch = 250
  static let reach = 1_000

  /// What comes sooner after a key is shown at once, and what is typed next meets it, in
  /// microseconds.
  static let soon: Int64 = 100_000

  /// Microseconds after which a deed is told of that is still under way.
  static let patience: Int64 = 500_000

  /// Microseconds in which somebody sees that the page in front of them is another one.
  static let deafness: Int64 = 500_000

  /// Size, colours, time and zone of whoever looks.
  var traits: Traits
  /// The columns that were asked for; a window that has more leaves the rest empty.
  var widest: Int?
  var header: HeaderStyle
  var hasMotion: Bool
  var usesMouse: Bool
  /// Who acts; nil for nobody.
  var me: Person?
  /// What made them that, as far as it was told.
  var login = Host.PassingLogin.none
  /// Never empty.
  var pages: [BrowserPage]
  var panel: Panel?
  var alert: Alert?
  var glide: Glide?
  var pull = Pull()
  /// Lines that were typed, oldest first.
  var history: [String] = []
  var gallery = Gallery()
  var sight = Sight()
  /// What was asked for and is not answered yet, the oldest first.
  private(set) var underWay: [Undertaking] = []
  /// Until then keys are not heard: they are meant for a page that went away by itself.
  var deafUntil: Int64 = 0
  /// Until then a line that came by itself hears none either.
  var promptDeafUntil: Int64 = 0
  /// Until then what is chosen is not meant: another thing took its place by itself.
  var choiceDeafUntil: Int64 = 0
  /// When settings were asked for that are not here yet.
  var settingsAskedAt: Int64?
  var status: ExitStatus?
  /// Microseconds on a clock that is never set.
  var time: Int64 = 0
  private var lastPage = 0
  let drawings = Drawings()

  /// A deed or a line that is being done.
  struct Undertaking {
    let deed: BrowserEffect
    let since: Int64
    /// Who acted then.
    let actor: Person?
    /// How far it has come.
    var progress: SafeText = ""
  }

  /// Something to choose or type over the page.
  enum Panel {
    case prompt(Prompt)
    case sheet(Sheet)
  }

  init(
    traits: Traits, header: HeaderStyle, hasMotion: Bool, usesMouse: Bool, me: Person?,
    first: BrowserPage.Content
  ) {
    self.traits = traits
    self.traits.program = { ":" }
    self.header = header
    self.hasMotion = hasMotion
    self.usesMouse = usesMouse
    self.me = me
    pages = [BrowserPage(id: 0, content: first)]
  }

  var page: BrowserPage { pages[pages.count - 1] }
  var content: BrowserPage.Content {
    get { pages[pages.count - 1].content }
    set { pages[pages.count - 1].content = newValue }
  }

  /// The rows above the last one, which belongs to hints and prompts.
  var window: Int { max(1, (traits.height ?? 24) - 1) }
  var isTooSmall: Bool {
    traits.width < SmallWindow.fewestColumns || (traits.height ?? 24) < SmallWindow.fewestRows
  }

  mutating func fit(_ size: Console.Size) {
    traits.width = max(1, min(size.columns, widest ?? size.columns))
    traits.height = size.rows
  }

  /// Shows another page; one that is on top already is read again.
  mutating func push(_ content: BrowserPage.Content) -> [BrowserEffect] {
    if pages.last?.content.lists(content) == true { return load() }
    lastPage += 1
    settle()
    pages.append(BrowserPage(id: lastPage, content: content))
    return load()
  }

  /// What moves is where it was going.
  mutating func settle() {
    glide = nil
    pull = Pull()
  }

  mutating func note(_ effects: [BrowserEffect]) {
    underWay += effects.filter { $0.queue != .pages }
      .map { Undertaking(deed: $0, since: time, actor: me) }
  }

  mutating func noteProgress(_ words: SafeText) {
    let index = underWay.firstIndex { $0.deed.queue == .deeds }
    if let index { underWay[index].progress = words }
  }

  /// Deeds are answered in their order; a line is answered by its name, for those that only read
  /// pass by.
  @discardableResult
  mutating func noteAnswer(to line: String? = nil) -> Undertaking? {
    let index = underWay.firstIndex {
      line == nil ? $0.deed.queue == .deeds : $0.deed.line == line
    }
    return index.map { underWay.remove(at: $0) }
  }

  /// The deed that takes long enough to be told of.
  var slowDeed: Undertaking? {
    underWay.first.flatMap { time - $0.since >= BrowserState.patience ? $0 : nil }
  }

  mutating func say(_ text: SafeText, isTrouble: Bool = false) {
    alert = Alert(text: text, isTrouble: isTrouble, since: time)
  }
}
