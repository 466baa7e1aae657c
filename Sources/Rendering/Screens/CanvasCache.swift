/// The drawn parts of a list by their index: those that were seen last, and some around them.
struct CanvasCache {
  private var canvases: [Int: Canvas] = [:]
  /// The parts that were seen since the last `tidy`.
  private var seen: ClosedRange<Int>?

  /// A canvas that is not whole is drawn again the next time.
  mutating func canvas(
    _ index: Int, _ draw: () -> (canvas: Canvas, isWhole: Bool)
  ) -> Canvas {
    seen = min(seen?.lowerBound ?? index, index)...max(seen?.upperBound ?? index, index)
    if let kept = canvases[index] { return kept }
    let (canvas, isWhole) = draw()
    if isWhole { canvases[index] = canvas }
    return canvas
  }

  /// Drops canvases that are several windows away from those seen.
  mutating func tidy() {
    guard let seen else { return }
    self.seen = nil
    let reach = 3 * seen.count + 6
    guard canvases.count > 3 * reach else { return }
    canvases = canvases.filter {
      (seen.lowerBound - reach...seen.upperBound + reach).contains($0.key)
    }
  }
}
