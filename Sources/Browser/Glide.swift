/// A page on its way from one offset to another.
package struct Glide: Equatable {
  /// Sixty pictures a second.
  package static let frame: Int64 = 16_000
  package static let duration: Int64 = 180_000

  package let from: Int
  package let to: Int
  package let since: Int64

  package func isOver(at time: Int64) -> Bool { time - since >= Glide.duration }

  /// Fast at first and slower towards the end, in whole rows.
  package func offset(at time: Int64) -> Int {
    let part = min(1, max(0, Double(time - since) / Double(Glide.duration)))
    let rest = 1 - part
    return from + Int((Double(to - from) * (1 - rest * rest * rest)).rounded())
  }
}
