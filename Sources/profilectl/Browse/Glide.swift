/// A page on its way from one offset to another.
struct Glide: Equatable {
  /// Sixty pictures a second.
  static let frame: Int64 = 16_000
  static let duration: Int64 = 180_000

  let from: Int
  let to: Int
  let since: Int64

  func isOver(at time: Int64) -> Bool { time - since >= Glide.duration }

  /// Fast at first and slower towards the end, in whole rows.
  func offset(at time: Int64) -> Int {
    let part = min(1, max(0, Double(time - since) / Double(Glide.duration)))
    let rest = 1 - part
    return from + Int((Double(to - from) * (1 - rest * rest * rest)).rounded())
  }
}
