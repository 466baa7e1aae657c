/// The positions of the words on a tile.
struct TileLayout {
  enum Role {
    case lead, rest, hashtags, ornament
    /// The line about another user.
    case person
    case quote
  }

  /// A line and its first cell.
  struct Line {
    let text: StyledLine
    let role: Role
    let row: Int
    let column: Int
  }

  /// The smallest tile with an ornament.
  private static let ornamented = (width: 18, height: 12)
  private static let mostTagLines = 3
  private static let ornament: [SafeText] = ["▟▘ ▟▘", "█▌ █▌"]

  /// The spacing of the block of words.
  private struct Setting {
    /// The rows from one line to the next.
    let step: Int
    let hasOrnament: Bool

    static let tight = Setting(step: 1, hasOrnament: false)
  }

  let width: Int
  let height: Int
  private let text: TileText
  let innerWidth: Int
  /// The blank rows at the top and at the foot.
  private let margin: Int
  /// The line above the block.
  private let person: StyledLine?
  private let lead: [StyledLine]
  private let rest: [StyledLine]
  /// The lines below the block: the quoted post and the hashtags.
  private let foot: [(line: StyledLine, role: Role)]
  private let hasOrnament: Bool
  private let traits: Traits

  /// `quote` is the quoted post, at most `innerWidth` columns wide.
  init(
    _ text: TileText, person: StyledLine?, quote: [StyledLine], mark: StyledLine?, width: Int,
    height: Int, in traits: Traits
  ) {
    (self.text, self.width, self.height, self.traits) = (text, width, height, traits)
    margin = height < 4 ? 0 : 1
    let inner = TileLayout.innerWidth(of: width)
    innerWidth = inner
    // A low tile has only room for words.
    self.person = height - 2 * margin > 2 ? person?.fitted(to: inner, in: traits) : nil
    let measure = TileLayout.measure(text, inner, in: traits)
    lead = MarkedText(text.lead, in: traits).lines(to: measure)
    rest = MarkedText(text.rest, in: traits).lines(to: measure)
    var foot = quote.map { (line: $0, role: Role.quote) }
    if let mark { foot.append((mark.fitted(to: inner, in: traits), .hashtags)) }
    foot += traits.wrap(text.hashtags, to: inner, lineLimit: TileLayout.mostTagLines).map {
      (StyledLine($0), .hashtags)
    }
    self.foot = foot
    hasOrnament =
      width >= TileLayout.ornamented.width && height >= TileLayout.ornamented.height
      && !traits.isASCII
  }

  /// The least width, from 60 % of `widest` on, that needs no more lines than `widest`.
  private static func measure(_ text: TileText, _ widest: Int, in traits: Traits) -> Int {
    let parts = [text.lead, text.rest].filter { !$0.isEmpty }.map {
      LineBreaker(traits.words($0))
    }
    func lines(_ width: Int) -> Int { parts.reduce(0) { $0 + $1.lines(of: width).count } }
    let most = lines(widest)
    if most < 2 { return widest }
    var (low, high) = (max(1, (widest * 6 + 9) / 10), widest)
    while low < high {
      let middle = (low + high) / 2
      if lines(middle) <= most { high = middle } else { low = middle + 1 }
    }
    return high
  }

  /// The rows that the whole text needs, including the blank rows around it.
  ///
  /// It takes less time than a layout, because a long list needs the heights of all its rows.
  static func height(
    _ text: TileText, person: StyledLine?, quote: [StyledLine], mark: StyledLine?, width: Int,
    in traits: Traits
  ) -> Int {
    let inner = innerWidth(of: width)
    let (lead, rest) = (traits.wrap(text.lead, to: inner), traits.wrap(text.rest, to: inner))
    let words = lead.count + rest.count + (lead.isEmpty || rest.isEmpty ? 0 : 1)
    let tags = traits.wrap(text.hashtags, to: inner, lineLimit: mostTagLines).count
    let foot = quote.count + (mark == nil ? 0 : 1) + tags
    return 2 + (person == nil ? 0 : 1) + words + (foot == 0 ? 0 : foot + 1)
  }

  static func innerWidth(of width: Int) -> Int { max(1, width - (width < 20 ? 2 : 4)) }

  /// The lines in the visible rows of the tile, one row away from a cut edge if there is room.
  func lines(seen: Range<Int>) -> [Line] {
    let words = rows(seen: seen)
    let hasPerson = person != nil && seen.lowerBound == 0 && words.count > 2
    let (top, end) = (words.lowerBound + (hasPerson ? 1 : 0), words.upperBound)
    let inner = height - 2 * margin - personHeight
    let restingFoot = shownFoot(in: inner, atLeast: inner / 2)
    // A cut tile loses its foot before its words.
    let foot =
      seen == 0..<height
      ? restingFoot : seen.upperBound >= height ? shownFoot(in: end - top, atLeast: inner) : []
    let whole = margin + personHeight..<height - margin - footHeight(restingFoot.count)
    var lines = block(in: top..<end - footHeight(foot.count), restingIn: whole)
    if hasPerson, let person { lines.append(line(person, .person, row: top - 1)) }
    return lines
      + foot.enumerated().map { place, part in
        line(part.line, part.role, row: end - foot.count + place)
      }
  }

  /// The rows for words: within the margins and cut edges, or one row if there is none.
  private func rows(seen: Range<Int>) -> Range<Int> {
    let top = seen.lowerBound > 0 ? seen.lowerBound + 1 : margin
    let end = seen.upperBound < height ? seen.upperBound - 1 : height - margin
    if top < end { return top..<end }
    let first = seen.lowerBound == 0 && seen.count > 1 ? 1 : seen.lowerBound
    return first..<min(first + 1, seen.upperBound)
  }

  private var personHeight: Int { person == nil ? 0 : 1 }

  /// The foot with the blank row above it.
  private func footHeight(_ count: Int) -> Int { count == 0 ? 0 : count + 1 }

  /// The foot, if the words above it have room for all their lines, or at least `least` rows.
  private func shownFoot(in room: Int, atLeast least: Int) -> [(line: StyledLine, role: Role)] {
    room - footHeight(foot.count) >= min(height(.tight), least) ? foot : []
  }

  /// The block of words, moved from its position in the whole tile only as far as `room` requires.
  private func block(in room: Range<Int>, restingIn whole: Range<Int>) -> [Line] {
    let resting =
      [
        Setting(step: 2, hasOrnament: hasOrnament), Setting(step: 1, hasOrnament: hasOrnament),
      ].first { height($0) <= whole.count } ?? .tight
    // With too little room, it drops first the ornament, then the blank rows.
    let plain = Setting(step: resting.step, hasOrnament: false)
    let settings = [resting, plain, .tight]
    guard let setting = settings.first(where: { height($0) <= room.count }) else {
      return cut(in: room)
    }
    var top = whole.lowerBound + max(0, whole.count - height(resting)) / 2
    if resting.hasOrnament, !setting.hasOrnament { top += TileLayout.ornament.count + 1 }
    top = min(max(top, room.lowerBound), room.upperBound - height(setting))
    return lines(setting, from: top)
  }

  private func height(_ setting: Setting) -> Int {
    let count = lead.count + rest.count
    guard count > 0 else { return 0 }
    let words = (count - 1) * setting.step + 1 + (lead.isEmpty || rest.isEmpty ? 0 : 1)
    return words + (setting.hasOrnament ? TileLayout.ornament.count + 1 : 0)
  }

  private func lines(_ setting: Setting, from top: Int) -> [Line] {
    var lines: [Line] = []
    var row = top
    if setting.hasOrnament {
      for part in TileLayout.ornament {
        lines.append(line(StyledLine(part), .ornament, row: row))
        row += 1
      }
      row += 1
    }
    for (part, role) in [(lead, Role.lead), (rest, .rest)] where !part.isEmpty {
      // The parts have one more row between them than the lines.
      if role == .rest, !lead.isEmpty { row += 1 }
      for text in part {
        lines.append(line(text, role, row: row))
        row += setting.step
      }
    }
    return lines
  }

  /// As many lines as fit, the last one with an ellipsis.
  private func cut(in room: Range<Int>) -> [Line] {
    guard !room.isEmpty else { return [] }
    func wrapped(_ text: SafeText, _ lineLimit: Int) -> [StyledLine] {
      MarkedText(text, in: traits).lines(to: innerWidth, lineLimit: lineLimit)
    }
    let leads = wrapped(text.lead, room.count)
    let left = room.count - leads.count
    // A blank row separates the parts if it leaves a row for the second one.
    let gap = left > 1 ? 1 : 0
    var lines: [Line] = []
    if left > 0 || text.rest.isEmpty {
      let rests = wrapped(text.rest, left - gap)
      lines = leads.enumerated().map { line($1, .lead, row: room.lowerBound + $0) }
      lines += rests.enumerated().map {
        line($1, .rest, row: room.lowerBound + leads.count + gap + $0)
      }
    } else {
      let all = text.lead + " " + text.rest
      lines = wrapped(all, min(leads.count, room.count)).enumerated()
        .map { line($1, .lead, row: room.lowerBound + $0) }
    }
    return lines
  }

  private func line(_ text: StyledLine, _ role: Role, row: Int) -> Line {
    Line(text: text, role: role, row: row, column: max(0, (width - text.width) / 2))
  }
}
