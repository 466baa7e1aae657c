/// What stands in a window that has no room for anything else.
package struct SmallWindow: View {
  package static let fewestColumns = 20
  package static let fewestRows = 6

  package init() {}

  package func canvas(in traits: Traits) -> Canvas {
    Canvas(
      [StyledLine("The window is too small.").fitted(to: traits.width, in: traits)], in: traits)
  }
}
