/// The last line of a screen: the viewer, the keys of the page, and the numbers of what is new.
package struct HintLine: View {
  private static let gap = 3

  private let name: SafeText
  private let hints: [KeyHint]
  private let news: [KeyHint]

  package init(_ name: SafeText, _ hints: [KeyHint], news: [KeyHint] = []) {
    (self.name, self.hints, self.news) = (name, hints, news)
  }

  /// Shows as many hints as fit, and always the last one, which opens the list of all keys.
  package func canvas(in traits: Traits) -> Canvas {
    let news = newsLine(in: traits)
    let room = traits.width - (news.isEmpty ? 0 : news.width + HintLine.gap)
    var line = StyledLine(traits.words(name), .accent, .viewer)
    let last =
      hints.last.map { self.line(for: $0, at: hints.count - 1, in: traits) } ?? StyledLine()
    for place in hints.indices.dropLast() {
      let next = self.line(for: hints[place], at: place, in: traits)
      if line.width + next.width + last.width + 2 * HintLine.gap > room { break }
      line.append("   ")
      line.append(next)
    }
    if line.width + last.width + HintLine.gap <= room {
      line.append("   ")
      line.append(last)
    } else if last.width <= traits.width {
      line = last
    }
    var canvas = Canvas(width: traits.width, height: 1)
    canvas.draw(line, x: 0, y: 0, in: traits)
    let left = traits.width - news.width
    if line.width + HintLine.gap <= left { canvas.draw(news, x: left, y: 0, in: traits) }
    return canvas
  }

  private func newsLine(in traits: Traits) -> StyledLine {
    var news = StyledLine()
    for (index, hint) in self.news.enumerated() {
      if index > 0 { news.append("   ") }
      news.append(line(for: hint, at: hints.count + index, .good, in: traits))
    }
    return news
  }

  private func line(
    for hint: KeyHint, at place: Int, _ style: Style = .faint, in traits: Traits
  ) -> StyledLine {
    var line = StyledLine(traits.words(hint.key), .strong, .hint(place, hint))
    line.append(" " + traits.words(hint.meaning), style, .hint(place, hint))
    return line
  }
}
