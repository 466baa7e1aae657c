package import Model

/// The tabs of a profile.
package struct TabBar: View {
  /// The columns from one tab to the next in a wide window.
  private static let pitch = 10

  private let chosen: ProfileTab
  private let tabs: [ProfileTab]

  /// Only the owner sees the private tab.
  package init(_ chosen: ProfileTab, isOwn: Bool) {
    self.chosen = chosen
    tabs = ProfileTab.offered(toOwner: isOwn)
  }

  /// The labels over a line, which is heavier below the chosen label; in ASCII that has brackets.
  package func canvas(in traits: Traits) -> Canvas {
    var canvas = Canvas(width: traits.width, height: 2)
    canvas.fill(
      x: 0, y: 1, width: traits.width, with: traits.glyphs.rule, Style.frame.paint(in: traits))
    let columns = draw(on: &canvas, x: 2, y: 0, isUnderlined: false, in: traits)
    // The heavy line is two columns longer than the label on each side, except at the edge.
    canvas.fill(
      x: max(0, columns.lowerBound - 2), y: 1,
      width: columns.count + min(4, columns.lowerBound + 2), with: traits.glyphs.chosenRule,
      Style.chosen.paint(in: traits))
    return canvas
  }

  /// Draws the labels over the canvas, and returns the columns of the chosen one.
  ///
  /// `ink` replaces the faint colour of the other labels, for example on a banner.
  @discardableResult
  func draw(
    on canvas: inout Canvas, x: Int, y: Int, isUnderlined: Bool, ink: Color? = nil,
    in traits: Traits
  ) -> Range<Int> {
    var chosenColumns = 0..<0
    let width = tabs.reduce(0) { $0 + TabBar.name(of: $1).width + 3 }
    let isRegular = x + tabs.count * TabBar.pitch <= traits.width
    // In a narrow window the tabs are closer. A bracket needs a column before the first tab.
    var column = isRegular ? x : max(traits.isASCII ? 1 : 0, min(x, traits.width - width))
    for tab in tabs {
      let isChosen = tab == chosen
      let name = TabBar.name(of: tab)
      let label = isChosen && traits.isASCII ? "[" + name + "]" : name
      let paint = (isChosen ? Style.chosen : .faint).paint(in: traits)
      let flags = paint.flags.union(isChosen && isUnderlined ? .underlined : [])
      let start = label == name ? column : max(0, column - 1)
      canvas.draw(
        label, over: start, y: y, isChosen ? paint.foreground : ink ?? paint.foreground, flags)
      // Without underlining, the rule below can be clicked as well.
      canvas.mark(
        .tab(tab), x: max(0, column - 2), y: y,
        width: isRegular ? TabBar.pitch - 1 : name.width + 1, height: isUnderlined ? 1 : 2)
      if isChosen { chosenColumns = column..<column + name.width }
      column += isRegular ? TabBar.pitch : name.width + (width <= traits.width ? 3 : 1)
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
