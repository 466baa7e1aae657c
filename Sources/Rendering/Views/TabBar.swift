package import Model

/// The tabs below a card; a heavier rule marks the chosen one, and brackets in ASCII.
package struct TabBar: View {
  private let chosen: ProfileTab
  private let tabs: [ProfileTab]

  /// Only the owner sees the private tab.
  package init(_ chosen: ProfileTab, isOwn: Bool) {
    self.chosen = chosen
    tabs = ProfileTab.offered(toOwner: isOwn)
  }

  package func canvas(in traits: Traits) -> Canvas {
    var canvas = Canvas(width: traits.width, height: 2)
    canvas.fill(
      x: 0, y: 1, width: traits.width, with: traits.glyphs.rule, Style.frame.paint(in: traits))
    for (tab, label, column) in labels(in: traits) {
      let isChosen = tab == chosen
      let paint = (isChosen ? Style.chosen : .faint).paint(in: traits)
      canvas.draw(label, x: column, y: 0, paint)
      canvas.mark(.tab(tab), x: column, y: 0, width: label.width, height: 2)
      if isChosen {
        canvas.fill(x: column, y: 1, width: label.width, with: traits.glyphs.chosenRule, paint)
      }
    }
    return canvas
  }

  private func labels(in traits: Traits) -> [(tab: ProfileTab, label: SafeText, column: Int)] {
    let gap = traits.width >= 40 ? 2 : 0
    var column = 0
    return tabs.map { tab in
      let label = title(of: tab, isChosen: tab == chosen, in: traits)
      defer { column += label.width + gap }
      return (tab, label, column)
    }
  }

  private func title(of tab: ProfileTab, isChosen: Bool, in traits: Traits) -> SafeText {
    let name = TabBar.name(of: tab)
    if traits.width < 22 { return isChosen && traits.isASCII ? "[" + name + "]" : name + " " }
    return isChosen && traits.isASCII ? "[" + name + "]" : " " + name + " "
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
