/// The title line at the top of a screen, and the rule below it.
package struct TitleBar: View {
  package static let rows = 2

  private let title: SafeText
  private let remark: SafeText

  /// `remark` is at the right if there is room; a click on it opens the other list, if the page has
  /// one.
  package init(_ title: SafeText, remark: SafeText = "") {
    (self.title, self.remark) = (title, remark)
  }

  package func canvas(in traits: Traits) -> Canvas {
    var canvas = Canvas(width: traits.width, height: TitleBar.rows)
    let title = traits.fit(title, to: max(1, traits.width - 2))
    canvas.draw(title, x: 1, y: 0, Style.strong.paint(in: traits))
    let remark = traits.words(remark)
    if title.width + remark.width + 4 <= traits.width {
      canvas.draw(
        remark, x: traits.width - remark.width - 1, y: 0, Style.faint.paint(in: traits))
      canvas.mark(.otherList, x: traits.width - remark.width - 1, y: 0, width: remark.width)
    }
    canvas.fill(
      x: 0, y: 1, width: traits.width, with: traits.glyphs.rule, Style.frame.paint(in: traits))
    return canvas
  }
}
