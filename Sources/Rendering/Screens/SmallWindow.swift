/// The line in a window that is too small for anything else.
package struct SmallWindow: View {
  package static let fewestColumns = 20
  package static let fewestRows = 6

  package init() {}

  package func canvas(in traits: Traits) -> Canvas {
    let words: [SafeText] = ["The window is too small.", "Window too small.", "Too small."]
    let line = words.first { $0.width <= traits.width } ?? traits.fit("Small", to: traits.width)
    return Canvas([StyledLine(line)], in: traits)
  }
}
