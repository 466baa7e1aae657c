/// A line that is being typed.
package struct Prompt: Equatable {
  /// What becomes of the line when it is entered.
  package enum Purpose: Equatable {
    case command, search
  }

  package let purpose: Purpose
  package private(set) var before: [Character]
  package private(set) var after: [Character]
  /// The beginning that was there before anybody typed: Ctrl-U leaves it.
  private var stem: [Character] = []
  /// What is being filled in; nil for a line of one's own.
  private var blank: Blank?
  /// What TAB found; empty until it is asked.
  package private(set) var offer = LineOffer()
  /// The one of the offered words that stands in the line.
  package private(set) var chosen: Int?
  /// Which of the earlier lines is shown, counted from the latest.
  private var recalled = 0
  private var draft = ""

  package init(_ purpose: Purpose, _ before: String = "", after: String = "") {
    self.purpose = purpose
    self.before = Array(before)
    self.after = Array(after)
  }

  /// A line whose value is to be typed, or changed.
  package init(filling blank: Blank) {
    let (stem, value, end) = blank.parts
    self.init(.command, stem + value, after: end)
    self.stem = Array(stem)
    self.blank = blank
  }

  /// The line to be carried out: between quotation marks that came by themselves stands a value,
  /// whatever marks are typed in it.
  package var line: String {
    let all = before + after
    guard let blank, blank.present != nil, all.starts(with: stem), all.count > stem.count,
      all.last == "\""
    else { return text }
    return blank.line(with: Blank.value(of: all[stem.count...].dropLast()))
  }

  package var text: String { String(before + after) }
  package var isEmpty: Bool { before.isEmpty && after.isEmpty }

  package mutating func insert(_ text: String) {
    // A mark belongs to the letter before it, which came by itself; what stands before that is
    // left alone, for a long text may come letter by letter.
    let last = before.popLast().map { String($0) } ?? ""
    before += Array(last + String(text.map { $0.isNewline ? " " : $0 }))
    forgetOffer()
  }

  /// Whether the key is one that edits; others are left to whoever asked.
  package mutating func take(_ key: KeyPress) -> Bool {
    switch key {
    case .character(let character): insert(String(character))
    case .paste(let text): insert(text)
    case .backspace: if !before.isEmpty { before.removeLast() }
    case .delete: if !after.isEmpty { after.removeFirst() }
    case .left, .control("b"): if let last = before.popLast() { after.insert(last, at: 0) }
    case .right, .control("f"): if !after.isEmpty { before.append(after.removeFirst()) }
    case .home, .control("a"): (before, after) = ([], before + after)
    case .end, .control("e"): (before, after) = (before + after, [])
    case .control("u"): before = before.starts(with: stem) ? stem : []
    case .control("k"): after = []
    case .control("w"), .alt(.backspace): before = before.dropLastWord()
    case .alt(.character("d")): after = after.dropFirstWord()
    case .alt(.character("b")):
      let rest = before.dropLastWord()
      (before, after) = (rest, before[rest.count...] + after)
    case .alt(.character("f")):
      let rest = after.dropFirstWord()
      (before, after) = (before + after.dropLast(rest.count), rest)
    default: return false
    }
    if offer != LineOffer() { forgetOffer() }
    return true
  }

  private mutating func forgetOffer() {
    offer = LineOffer()
    chosen = nil
  }

  /// An earlier line in the place of this one, or a later one again.
  package mutating func recall(_ step: Int, in history: [String]) {
    let place = recalled + step
    guard (0...history.count).contains(place) else { return }
    if recalled == 0 { draft = text }
    recalled = place
    before = Array(place == 0 ? draft : history[history.count - place])
    after = []
    forgetOffer()
  }

  /// Types what all words of an offer share, or the only one with its end.
  package mutating func take(_ offer: LineOffer) {
    guard !offer.choices.isEmpty else { return }
    var offer = offer
    // The line has the closing mark already.
    if let closing = offer.closing, let mark = after.first, closing == String(mark) {
      offer.closing = nil
    }
    before = Array(offer.lead + offer.common)
    let isWhole = offer.choices.count == 1
    if isWhole, let closing = offer.closing { before += closing + " " }
    self.offer = isWhole ? LineOffer() : offer
    chosen = nil
  }

  /// Goes on to the next of several words.
  package mutating func chooseNext(_ step: Int) {
    let count = offer.choices.count
    guard count > 0 else { return }
    choose(((chosen ?? (step > 0 ? -1 : count)) + step + count) % count)
  }

  /// Takes one of the words that are offered.
  package mutating func choose(_ place: Int) {
    guard offer.choices.indices.contains(place) else { return }
    chosen = place
    before = Array(offer.lead + offer.choices[place].typed + (offer.closing ?? ""))
  }
}

extension [Character] {
  /// Without the blanks at the end and the word before them.
  fileprivate func dropLastWord() -> [Character] {
    Array(Array(reversed()).dropFirstWord().reversed())
  }

  /// Without the blanks at the beginning and the word behind them.
  fileprivate func dropFirstWord() -> [Character] {
    Array(drop { $0.isWhitespace }.drop { !$0.isWhitespace })
  }
}
