package import Model

/// People the viewer may want to follow, each with the reason.
package struct SuggestionList: View {
  private let suggestions: [Suggestion]

  package init(_ suggestions: [Suggestion]) {
    self.suggestions = suggestions
  }

  package func canvas(in traits: Traits) -> Canvas {
    var lines: [StyledLine] = []
    for suggestion in suggestions {
      if !lines.isEmpty { lines.append(StyledLine()) }
      let user = suggestion.profile.user
      var head = StyledLine(SafeText(user.handle), .accent)
      if !user.name.isEmpty { head.append("  " + traits.text(user.name)) }
      lines.append(head)
      lines += Paragraph(reason(for: suggestion), indent: 2, .faint).lines(in: traits)
    }
    return Canvas(lines, in: traits)
  }

  private func reason(for suggestion: Suggestion) -> SafeText {
    "followed by \(SafeText.list(suggestion.via, outOf: suggestion.sharedCount))"
  }
}
