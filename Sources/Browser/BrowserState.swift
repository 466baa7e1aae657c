import Model
package import Rendering

/// All that the browser knows: what it shows is made from this alone.
package struct BrowserState {
  /// Loaded at a time: enough to fill a window, and drawn before anybody notices.
  package static let stretch = 24

  /// Loaded at a time on the way to the end of a list, and at most until End is pressed again.
  package static let longStretch = 250
  package static let reach = 1_000

  /// What comes sooner after a key is shown at once, and what is typed next meets it, in
  /// microseconds.
  package static let soon: Int64 = 100_000

  /// Microseconds after which a deed is told of that is still under way.
  package static let patience: Int64 = 500_000

  /// Microseconds in which somebody sees that the page in front of them is another one.
  package static let deafness: Int64 = 500_000

  /// Size, colours, time and zone of whoever looks.
  package var traits: Traits
  /// The columns that were asked for; a window that has more leaves the rest empty.
  package var widest: Int?
  package var header: HeaderStyle
  package var hasMotion: Bool
  package var usesMouse: Bool
  /// Who acts; nil for nobody.
  package var me: Person?
  /// What made them that, as far as it was told.
  package var login = LoginState.unchanged
  /// Never empty.
  package var pages: [BrowserPage]
  package var panel: Panel?
  package var alert: Alert?
  package var glide: Glide?
  package var pull = Pull()
  /// Lines that were typed, oldest first.
  package var history: [String] = []
  package var gallery = Gallery()
  package var sight = Sight()
  /// What was asked for and is not answered yet, the oldest first.
  package private(set) var underWay: [Undertaking] = []
  /// Until then keys are not heard: they are meant for a page that went away by itself.
  package var deafUntil: Int64 = 0
  /// Until then a line that came by itself hears none either.
  package var promptDeafUntil: Int64 = 0
  /// Until then what is chosen is not meant: another thing took its place by itself.
  package var choiceDeafUntil: Int64 = 0
  /// When settings were asked for that are not here yet.
  package var settingsAskedAt: Int64?
  package var ending: Ending?
  /// Microseconds on a clock that is never set.
  package var time: Int64 = 0
  private var lastPage = 0
  package let drawings = Drawings()

  /// Why the browser ends.
  package enum Ending {
    case left, interrupted
  }

  /// A command that is not answered yet.
  package struct Undertaking {
    package let request: CommandRequest
    package let since: Int64
    /// Who acted then.
    package let actor: Person?
    /// How far it has come.
    package var progress: SafeText = ""
  }

  /// Something to choose or type over the page.
  package enum Panel {
    case prompt(Prompt)
    case sheet(Sheet)
  }

  package init(
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

  package var page: BrowserPage { pages[pages.count - 1] }
  package var content: BrowserPage.Content {
    get { pages[pages.count - 1].content }
    set { pages[pages.count - 1].content = newValue }
  }

  /// The rows above the last one, which belongs to hints and prompts.
  package var window: Int { max(1, (traits.height ?? 24) - 1) }
  package var isTooSmall: Bool {
    traits.width < SmallWindow.fewestColumns || (traits.height ?? 24) < SmallWindow.fewestRows
  }

  package mutating func fit(columns: Int, rows: Int) {
    traits.width = max(1, min(columns, widest ?? columns))
    traits.height = rows
  }

  /// Shows another page; one that is on top already is read again.
  package mutating func push(_ content: BrowserPage.Content) -> [BrowserEffect] {
    if pages.last?.content.lists(content) == true { return load() }
    lastPage += 1
    settle()
    pages.append(BrowserPage(id: lastPage, content: content))
    return load()
  }

  /// What moves is where it was going.
  package mutating func settle() {
    glide = nil
    pull = Pull()
  }

  mutating func note(_ effects: [BrowserEffect]) {
    for case .carryOut(let request) in effects {
      underWay.append(Undertaking(request: request, since: time, actor: me))
    }
  }

  mutating func noteProgress(_ words: SafeText, of request: CommandRequest) {
    let index = underWay.firstIndex { $0.request == request }
    if let index { underWay[index].progress = words }
  }

  mutating func noteAnswer(to request: CommandRequest) -> Undertaking? {
    underWay.firstIndex { $0.request == request }.map { underWay.remove(at: $0) }
  }

  /// The deed that takes long enough to be told of.
  package var slowDeed: Undertaking? {
    underWay.first.flatMap { time - $0.since >= BrowserState.patience ? $0 : nil }
  }

  package mutating func say(_ text: SafeText, isTrouble: Bool = false) {
    alert = Alert(text: text, isTrouble: isTrouble, since: time)
  }
}
