/// Something that can be drawn for a reader.
///
/// A view takes its width from the traits and is as tall as it needs to be.
package protocol View: Sendable {
  func canvas(in traits: Traits) -> Canvas
}

extension View {
  /// The view as lines to print.
  package func output(in traits: Traits) -> Output {
    canvas(in: traits).output
  }
}
