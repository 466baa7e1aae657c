/// The drawn parts of a list by their places: those that were seen last, and some around them.
struct KeptCanvases {
  private var canvases: [Int: Canvas] = [:]
  /// What was seen since it was tidied up.
  private var seen: ClosedRange<Int>?

  /// What is not whole is drawn anew the next time.
  mutating func canvas(
    _ place: Int, _ draw: () -> (canvas: Canvas, isWhole: Bool)
  ) -> Canvas {
    seen = min(seen?.lowerBound ?? place, place)...max(seen?.upperBound ?? place, place)
    if let kept = canvases[place] { return kept }
    let (canvas, isWhole) = draw()
    if isWhole { canvases[place] = canvas }
    return canvas
  }

  /// Forgets what is more than some windows away from what was seen.
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
