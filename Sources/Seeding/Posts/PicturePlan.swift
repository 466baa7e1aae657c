internal import Model

/// The pictures of a synthetic network, and their posts.
package struct PicturePlan: Sendable {
  /// Eight of each motif; further posts share these.
  private static let mostPaintings = 8 * Motif.allCases.count

  /// The number of different pictures.
  package let paintings: Int
  private let seed: UInt64
  /// By post: the number of its painting plus 1, or 0 without one; empty if no post has a picture.
  private var shown: [UInt8] = []
  /// By painting.
  private var motifs: [Motif] = []

  init(_ order: SeedOrder) {
    seed = order.seed
    paintings = min(order.pictures, PicturePlan.mostPaintings)
    guard paintings > 0 else { return }
    var random = SeededRandom(seed, .pictures)
    while motifs.count < paintings { motifs += PicturePlan.shuffled(with: &random) }
    shown = Array(repeating: 0, count: order.posts)
    var left = order.pictures
    for post in shown.indices where random.below(order.posts - post) < left {
      shown[post] = UInt8((order.pictures - left) % paintings + 1)
      left -= 1
    }
  }

  package func painting(of post: Int) -> Int? {
    shown.isEmpty || shown[post] == 0 ? nil : Int(shown[post]) - 1
  }

  /// Paints the picture at each call, so that only one is in memory.
  package func painting(_ number: Int) -> Painting {
    Painting(motifs[number], seed: seed, number: number)
  }

  private static func shuffled(with random: inout SeededRandom) -> [Motif] {
    var motifs = Motif.allCases
    for place in motifs.indices.dropFirst() { motifs.swapAt(place, random.below(place + 1)) }
    return motifs
  }
}
