/// A line that is being typed, with its cursor and completion.
package struct Prompt: Equatable {
  /// The use of the line.
  package enum Purpose: Equatable {
    case command, search
  }

  package let purpose: Purpose
  package private(set) var before: [Character]
  package private(set) var after: [Character]
  /// The beginning that was not typed, which Ctrl-U keeps.
  private var stem: [Character] = []
  /// The template that is being filled in.
  private var template: LineTemplate?
  /// The words that Tab found.
  package private(set) var offer = LineOffer()
  /// The index of the offered word that is in the line.
  package private(set) var chosen: Int?
  /// The index of the recalled line, counted from the latest; 0 for the draft.
  private var recalled = 0
  private var draft = ""

  package init(_ purpose: Purpose, _ before: String = "", after: String = "") {
    self.purpose = purpose
    self.before = Array(before)
    self.after = Array(after)
  }

  /// A line whose value is to be typed or changed.
  init(filling template: LineTemplate) {
    let (stem, value, end) = template.parts
    self.init(.command, stem + value, after: end)
    self.stem = Array(stem)
    self.template = template
  }

  /// The line to carry out, in which typed quotation marks belong to the value of a template.
  package var line: String {
    let all = before + after
    guard let template, template.present != nil, all.starts(with: stem), all.count > stem.count,
      all.last == "\""
    else { return text }
    return template.line(with: LineTemplate.value(of: all[stem.count...].dropLast()))
  }

  package var text: String { String(before + after) }
  package var isEmpty: Bool { before.isEmpty && after.isEmpty }

  package mutating func insert(_ text: String) {
    // A combining mark joins the character before it. The rest is left alone, since a long text
    // may come letter by letter.
    let last = before.popLast().map { String($0) } ?? ""
    before += Array(last + String(text.map { $0.isNewline ? " " : $0 }))
    forgetOffer()
  }

  /// Edits the line, or returns false for a key that does not.
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

  /// Replaces the line by an earlier or later one of the history.
  package mutating func recall(_ step: Int, in history: [String]) {
    let place = recalled + step
    guard (0...history.count).contains(place) else { return }
    if recalled == 0 { draft = text }
    recalled = place
    before = Array(place == 0 ? draft : history[history.count - place])
    after = []
    forgetOffer()
  }

  /// Types the common part of the offered words, or the only word and its end.
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

  /// Types the next or the previous word.
  package mutating func chooseNext(_ step: Int) {
    let count = offer.choices.count
    guard count > 0 else { return }
    choose(((chosen ?? (step > 0 ? -1 : count)) + step + count) % count)
  }

  /// Types one of the offered words.
  package mutating func choose(_ place: Int) {
    guard offer.choices.indices.contains(place) else { return }
    chosen = place
    before = Array(offer.lead + offer.choices[place].typed + (offer.closing ?? ""))
  }
}

extension [Character] {
  /// The characters without the last word and the blanks after it.
  fileprivate func dropLastWord() -> [Character] {
    Array(Array(reversed()).dropFirstWord().reversed())
  }

  /// The characters without the first word and the blanks before it.
  fileprivate func dropFirstWord() -> [Character] {
    Array(drop { $0.isWhitespace }.drop { !$0.isWhitespace })
  }
}
