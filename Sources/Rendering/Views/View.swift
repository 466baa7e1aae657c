/// A value that can be drawn.
///
/// A view takes its width from the traits and decides its height.
package protocol View: Sendable {
  func canvas(in traits: Traits) -> Canvas
}

extension View {
  /// The view as lines to print.
  package func output(in traits: Traits) -> Output {
    canvas(in: traits).output(in: traits)
  }
}
