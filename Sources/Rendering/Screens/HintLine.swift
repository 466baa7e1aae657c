/// The last line of a screen: the viewer, and the keys for this page.
package struct HintLine: View {
  private let name: SafeText
  private let hints: [KeyHint]

  package init(_ name: SafeText, _ hints: [KeyHint]) {
    self.name = name
    self.hints = hints
  }

  /// Shows as many hints as fit, and always the last one, which leads to all keys.
  package func canvas(in traits: Traits) -> Canvas {
    var line = StyledLine(traits.words(name), .accent, .viewer)
    let last = hints.isEmpty ? StyledLine() : self.line(for: hints.count - 1, in: traits)
    for place in hints.indices.dropLast() {
      let next = self.line(for: place, in: traits)
      if line.width + next.width + last.width + 6 > traits.width { break }
      line.append("   ")
      line.append(next)
    }
    if line.width + last.width + 3 <= traits.width {
      line.append("   ")
      line.append(last)
    } else if last.width <= traits.width {
      line = last
    }
    return Canvas([line], in: traits)
  }

  private func line(for place: Int, in traits: Traits) -> StyledLine {
    let hint = hints[place]
    var line = StyledLine(traits.words(hint.key), .strong, .hint(place, hint))
    line.append(" " + traits.words(hint.deed), .faint, .hint(place, hint))
    return line
  }
}
