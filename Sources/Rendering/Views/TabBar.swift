package import Model

/// The tabs of a profile, each in a field of its own width.
package struct TabBar: View {
  /// The columns from one tab to the next, and those of the chosen one's rule.
  private static let pitch = 10

  private let chosen: ProfileTab
  private let tabs: [ProfileTab]

  /// Only the owner sees the private tab.
  package init(_ chosen: ProfileTab, isOwn: Bool) {
    self.chosen = chosen
    tabs = ProfileTab.offered(toOwner: isOwn)
  }

  /// The tabs with a line below, which is heavier below the chosen one; in ASCII it has brackets.
  package func canvas(in traits: Traits) -> Canvas {
    var canvas = Canvas(width: traits.width, height: 2)
    canvas.fill(
      x: 0, y: 1, width: traits.width, with: traits.glyphs.rule, Style.frame.paint(in: traits))
    let columns = draw(on: &canvas, x: 2, y: 0, isUnderlined: false, in: traits)
    canvas.fill(
      x: max(0, columns.lowerBound - 2), y: 1,
      width: columns.count + min(4, columns.lowerBound + 2), with: traits.glyphs.chosenRule,
      Style.chosen.paint(in: traits))
    return canvas
  }

  /// Draws only the labels, on the contents of the canvas, and returns the columns of the chosen
  /// one.
  ///
  /// `ink` is the colour of the other labels, if they need more contrast than faint text has.
  @discardableResult
  func draw(
    on canvas: inout Canvas, x: Int, y: Int, isUnderlined: Bool, ink: Color? = nil,
    in traits: Traits
  ) -> Range<Int> {
    var chosenColumns = 0..<0
    let all = tabs.reduce(0) { $0 + TabBar.name(of: $1).width + 3 }
    let isRegular = x + tabs.count * TabBar.pitch <= traits.width
    // In a narrow window the tabs follow each other.
    var column = isRegular ? x : max(0, min(x, traits.width - all))
    for tab in tabs {
      let isChosen = tab == chosen
      let name = TabBar.name(of: tab)
      let label = isChosen && traits.isASCII ? "[" + name + "]" : name
      let paint = (isChosen ? Style.chosen : .faint).paint(in: traits)
      let flags = paint.flags.union(isChosen && isUnderlined ? .underlined : [])
      let start = label == name ? column : max(0, column - 1)
      canvas.draw(
        label, over: start, y: y, isChosen ? paint.foreground : ink ?? paint.foreground, flags)
      let width = isRegular ? TabBar.pitch - 1 : name.width + 1
      canvas.mark(
        .tab(tab), x: max(0, column - 2), y: y, width: width, height: isUnderlined ? 1 : 2)
      if isChosen { chosenColumns = column..<column + name.width }
      column += isRegular ? TabBar.pitch : name.width + (all <= traits.width ? 3 : 1)
    }
    return chosenColumns
  }

  static func name(of tab: ProfileTab) -> SafeText {
    switch tab {
    case .posts: "Posts"
    case .replies: "Replies"
    case .likes: "Likes"
    case .private: "Private"
    }
  }
}
