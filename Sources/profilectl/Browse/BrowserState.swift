import Model
import Rendering
import Terminal

/// All that the browser knows: what it shows is made from this alone.
struct BrowserState {
  /// Loaded at a time: enough to fill a window, and drawn before anybody notices.
  static let stretch = 24

  /// Microseconds after which a line is told of that is still being carried out.
  static let patience: Int64 = 300_000

  /// Size, colours, time and zone of whoever looks.
  var traits: Traits
  var header: HeaderStyle
  let hasMotion: Bool
  var usesMouse: Bool
  /// Who acts; nil for nobody.
  var me: Handle?
  /// Never empty.
  var pages: [BrowserPage]
  var panel: Panel?
  var alert: Alert?
  var glide: Glide?
  var pull = Pull()
  /// Lines that were typed, oldest first.
  var history: [String] = []
  private(set) var thumbnails: [String: Thumbnail] = [:]
  /// Pictures to be decoded, those on the top page first.
  private(set) var missing: [String] = []
  /// Those that can't be.
  private var undrawable: Set<String> = []
  private(set) var pictureVersion = 0
  /// The line that is being carried out, since when, and how many lines it has got through.
  private(set) var underWay: (line: String, since: Int64, lines: Int)?
  var status: ExitStatus?
  /// Microseconds on a clock that is never set.
  var time: Int64 = 0
  private var lastPage = 0
  let drawings = Drawings()

  /// Something to choose or type over the page.
  enum Panel {
    case prompt(Prompt)
    case sheet(Sheet)
  }

  init(
    traits: Traits, header: HeaderStyle, hasMotion: Bool, usesMouse: Bool, me: Handle?,
    first: BrowserPage.Content
  ) {
    self.traits = traits
    self.traits.program = ":"
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
    traits.width < SmallWindow.fewestColumns || (traits.height ?? 0) < SmallWindow.fewestRows
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
    for case .carryOut(let line) in effects { underWay = (line, time, 0) }
  }

  mutating func noteProgress(lines: Int) {
    underWay?.lines = lines
  }

  mutating func noteAnswer() {
    underWay = nil
  }

  /// The line that takes long enough to be told of, and how far it has come.
  var slowLine: (line: String, lines: Int)? {
    underWay.flatMap { time - $0.since >= BrowserState.patience ? ($0.line, $0.lines) : nil }
  }

  mutating func say(_ text: SafeText, isTrouble: Bool = false) {
    alert = Alert(text: text, isTrouble: isTrouble, since: time)
  }

  mutating func take(_ set: ThumbnailSet) {
    // A hash stands for one content, so that one that is known has nothing new.
    if set.kept.keys.contains(where: { thumbnails[$0] == nil }) {
      thumbnails.merge(set.kept) { old, _ in old }
      pictureVersion += 1
    }
    let new = set.missing.filter { !undrawable.contains($0) && thumbnails[$0] == nil }
    missing = new + missing.filter { !new.contains($0) }
  }

  mutating func take(_ thumbnail: Thumbnail?, of hash: String) {
    missing.removeAll { $0 == hash }
    if let thumbnail {
      thumbnails[hash] = thumbnail
      pictureVersion += 1
    } else {
      undrawable.insert(hash)
    }
  }
}
