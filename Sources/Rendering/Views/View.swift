/// A value that can be drawn.
///
/// The traits have its width; the view determines its height.
package protocol View: Sendable {
  func canvas(in traits: Traits) -> Canvas
}

extension View {
  package func output(in traits: Traits) -> Output {
    canvas(in: traits).output(in: traits)
  }
}
