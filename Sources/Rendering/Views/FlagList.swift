package import Model

/// Reports of posts: which, whose, by whom, when and why.
package struct FlagList: View {
  private let flags: [Flag]

  package init(_ flags: [Flag]) {
    self.flags = flags
  }

  package func canvas(in traits: Traits) -> Canvas {
    var lines: [StyledLine] = []
    for flag in flags {
      if !lines.isEmpty { lines.append(StyledLine()) }
      let facts = [
        StyledLine(SafeText(flag.post), .strong), StyledLine("by \(flag.author)"),
        StyledLine("reported by \(flag.reporter)"),
        StyledLine(SafeText(RelativeTime.text(flag.createdAt, in: traits)), .faint),
      ]
      lines += StyledLine.flow(facts, width: traits.width, in: traits)
      if let reason = flag.reason {
        lines += Paragraph(SafeText(reason), indent: 2, .faint).lines(in: traits)
      }
    }
    return Canvas(lines, in: traits)
  }
}
