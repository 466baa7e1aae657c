/// One line of text in runs of different styles.
package struct StyledLine: Sendable {
  package struct Run: Sendable {
    package var text: SafeText
    package var style: Style
    var target: ClickTarget?
  }

  package private(set) var runs: [Run] = []
  package private(set) var width = 0

  package init() {}

  package init(_ text: SafeText, _ style: Style = .plain, _ target: ClickTarget? = nil) {
    append(text, style, target)
  }

  package var isEmpty: Bool { runs.isEmpty }

  var placedRuns: [(run: Run, column: Int)] {
    var column = 0
    return runs.map { run in
      defer { column += run.text.width }
      return (run, column)
    }
  }

  package mutating func append(
    _ text: SafeText, _ style: Style = .plain, _ target: ClickTarget? = nil
  ) {
    guard !text.isEmpty else { return }
    runs.append(Run(text: text, style: style, target: target))
    width += text.width
  }

  package mutating func append(_ line: StyledLine) {
    runs += line.runs
    width += line.width
  }

  package mutating func pad(to width: Int) {
    guard self.width < width else { return }
    append(SafeText(String(repeating: " ", count: width - self.width)))
  }

  /// The line after some blanks; an empty line stays empty.
  func indented(by margin: Int) -> StyledLine {
    var line = StyledLine()
    line.pad(to: isEmpty ? 0 : margin)
    line.append(self)
    return line
  }

  /// The line cut to `limit` cells, with an ellipsis if it was longer.
  package func fitted(to limit: Int, in traits: Traits) -> StyledLine {
    guard width > limit else { return self }
    var line = StyledLine()
    for run in runs {
      let room = limit - line.width
      guard run.text.width >= room else {
        line.append(run.text, run.style, run.target)
        continue
      }
      let isWhole = run.text.width == room
      line.append(traits.fit(isWhole ? run.text + "." : run.text, to: room), run.style, run.target)
      break
    }
    return line
  }

  /// Facts on one line, separated by `separator`.
  static func joined(_ facts: [StyledLine], by separator: SafeText) -> StyledLine {
    var line = StyledLine()
    for fact in facts {
      if !line.isEmpty { line.append(separator, .faint) }
      line.append(fact)
    }
    return line
  }

  /// Facts with separators between them, on as few lines as possible.
  package static func flow(_ facts: [StyledLine], width: Int, in traits: Traits) -> [StyledLine] {
    var lines: [StyledLine] = []
    for fact in facts {
      let separator = traits.glyphs.separator
      if let last = lines.last, last.width + separator.width + fact.width <= width {
        lines[lines.count - 1].append(separator, .faint)
        lines[lines.count - 1].append(fact)
      } else {
        lines.append(fact.fitted(to: width, in: traits))
      }
    }
    return lines
  }
}
