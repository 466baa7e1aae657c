import Model

/// The head of a page.
struct HTMLHead {
  let title: SafeText
  /// The hue of the user of the page.
  var hue: Int?
  /// The tab that is shown first.
  var tab: ProfileTab?
  /// Forbids requests, and other scripts and styles than ours, even if a text contains markup.
  let policy: SafeText

  /// `writeLinks` writes the style sheet.
  func write(to markup: inout Markup, links writeLinks: (inout Markup) -> Void) {
    markup.literal("<!DOCTYPE html>\n")
    markup.open(
      "html",
      [
        ("lang", "en"), ("data-tab", tab.map { SafeText($0.rawValue) }),
        ("data-hue", hue.map { "\($0)" }),
      ])
    markup.literal("\n<head>\n<meta charset=\"utf-8\"/>\n")
    markup.empty("meta", [("http-equiv", "Content-Security-Policy"), ("content", policy)])
    markup.literal(
      """

      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <meta name="color-scheme" content="dark light"/>

      """)
    markup.element("title", title)
    markup.newline()
    writeLinks(&markup)
    markup.literal("</head>\n<body>\n")
  }
}

/// The end of a page: its time, and the choice of the header effect.
struct HTMLFooter {
  let hasHeaders: Bool

  func write(
    to markup: inout Markup, in traits: Traits, more writeMore: (inout Markup) -> Void = { _ in }
  ) {
    markup.literal("<footer><p>Kept with profilectl, ")
    HTMLTime(traits.now, in: traits).write(to: &markup, withClock: true)
    writeMore(&markup)
    markup.literal("</p>\n")
    if hasHeaders {
      markup.literal(
        """
        <fieldset hidden="hidden"><legend>Header</legend>
        <label><input type="radio" name="header" value="stretchy"/> stretchy</label>
        <label><input type="radio" name="header" value="three-state"/> three states</label>
        <label><input type="radio" name="header" value="fading"/> fading</label>
        </fieldset>
        """)
    }
    markup.literal("</footer></div>\n")
  }
}

/// A time in a page, for readers and for programs.
struct HTMLTime {
  private let moment: Moment
  private let traits: Traits

  init(_ moment: Moment, in traits: Traits) {
    (self.moment, self.traits) = (moment, traits)
  }

  func write(to markup: inout Markup, withClock: Bool = false) {
    let (date, time) = Timestamp.local(moment, in: traits.zone)
    write(withClock ? date + " " + time : date, to: &markup)
  }

  func writeMonth(to markup: inout Markup) {
    write(RelativeTime.month(moment, in: traits), to: &markup)
  }

  private func write(_ words: String, to markup: inout Markup) {
    let (date, time) = Timestamp.local(moment, in: traits.zone)
    markup.element(
      "time",
      [("datetime", SafeText(Timestamp.utc(moment))), ("title", SafeText(date + " " + time))],
      SafeText(words))
  }
}
