/// What stands in a window that has no room for anything else.
package struct SmallWindow: View {
  package static let fewestColumns = 20
  package static let fewestRows = 6

  package init() {}

  package func canvas(in traits: Traits) -> Canvas {
    Canvas(
      traits.wrap("The window is too small.", to: traits.width).map { StyledLine($0) }, in: traits)
  }
}
