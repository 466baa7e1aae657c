package import Keys

/// A line that is being typed, with its cursor and completion.
package struct Prompt: Equatable {
  /// The use of the line.
  package enum Purpose: Equatable {
    case command, search
  }

  package let purpose: Purpose
  private var typed: EditedText
  /// The beginning that was not typed, which Ctrl-U keeps.
  private var stem: [Character] = []
  /// The template that is being filled in.
  private var template: LineTemplate?
  /// The line that was refused, until the next key.
  private var refused: String?
  /// The words that Tab found.
  package private(set) var offer = LineOffer()
  /// The index of the recalled line, counted from the latest; 0 for the draft.
  private var recalled = 0
  private var draft = ""

  package init(_ purpose: Purpose, _ before: String = "", after: String = "") {
    self.purpose = purpose
    typed = EditedText(before, after: after)
  }

  /// A refused line, to be corrected; a colon typed first starts a new line.
  init(refused line: String) {
    self.init(.command, line)
    refused = line
  }

  /// A line whose value is to be typed or changed.
  init(filling template: LineTemplate) {
    let (stem, value, end) = template.parts
    self.init(.command, stem + value, after: end)
    self.stem = Array(stem)
    self.template = template
  }

  /// The line to run.
  ///
  /// Quotation marks typed into a template are part of its value, so they are escaped.
  package var line: String {
    let all = before + after
    guard let template, template.present != nil, all.starts(with: stem), all.count > stem.count,
      all.last == "\""
    else { return text }
    return template.line(with: LineTemplate.value(of: all[stem.count...].dropLast()))
  }

  package var before: [Character] { typed.before }
  package var after: [Character] { typed.after }
  package var text: String { typed.text }
  package var isEmpty: Bool { typed.isEmpty }

  /// Edits the line, or returns false for a key that does not.
  package mutating func take(_ key: KeyPress) -> Bool {
    defer { refused = nil }
    switch key {
    case .character(":") where text == refused: typed = EditedText()
    case .paste(let text): typed.insert(String(text.map { $0.isNewline ? " " : $0 }))
    case .character(let character) where character.isNewline: typed.insert(" ")
    case .control("u"): typed.replace(with: before.starts(with: stem) ? stem : [])
    default: if !typed.take(key) { return false }
    }
    if !offer.choices.isEmpty { offer = LineOffer() }
    return true
  }

  /// Replaces the line by an earlier or later one of the history.
  package mutating func recall(_ step: Int, in history: [String]) {
    let index = recalled + step
    guard (0...history.count).contains(index) else { return }
    if recalled == 0 { draft = text }
    recalled = index
    typed = EditedText(index == 0 ? draft : history[history.count - index])
    offer = LineOffer()
  }

  /// Types the common part of the offered words, or the only word and its end.
  package mutating func take(_ offer: LineOffer) {
    guard !offer.choices.isEmpty else { return }
    var offer = offer
    // The line has the closing mark already.
    if let closing = offer.closing, let mark = after.first, closing == String(mark) {
      offer.closing = nil
    }
    let isWhole = offer.choices.count == 1
    typed.replace(
      with: offer.lead + offer.common + (isWhole ? offer.closing.map { $0 + " " } ?? "" : ""))
    self.offer = isWhole ? LineOffer() : offer
  }

  /// Types the next or the previous word.
  package mutating func chooseNext(_ step: Int) { type(offer.chooseNext(step)) }

  /// Types one of the offered words.
  mutating func choose(_ index: Int) { type(offer.choose(index)) }

  private mutating func type(_ choice: LineOffer.Choice?) {
    guard let choice else { return }
    typed.replace(with: offer.lead + choice.typed + (offer.closing ?? ""))
  }
}
