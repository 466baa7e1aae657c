/// The last line of a screen: who acts, and the keys that matter here.
package struct HintLine: View {
  /// A key and what it does.
  package struct Hint: Equatable, Sendable {
    package let key: SafeText
    package let deed: SafeText

    package init(_ key: SafeText, _ deed: SafeText) {
      self.key = key
      self.deed = deed
    }
  }

  private let name: SafeText
  private let hints: [Hint]

  package init(_ name: SafeText, _ hints: [Hint]) {
    self.name = name
    self.hints = hints
  }

  /// As many of the hints as fit; the last one, which leads to all others, in any case.
  package func canvas(in traits: Traits) -> Canvas {
    var line = StyledLine(traits.words(name), .accent)
    let last = hints.last.map { self.line(for: $0, in: traits) } ?? StyledLine()
    for hint in hints.dropLast() {
      let next = self.line(for: hint, in: traits)
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

  private func line(for hint: Hint, in traits: Traits) -> StyledLine {
    var line = StyledLine(traits.words(hint.key), .strong)
    line.append(" " + traits.words(hint.deed), .faint)
    return line
  }
}
