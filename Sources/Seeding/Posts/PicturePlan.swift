internal import Model

/// The posts of a synthetic network that have a picture, and their pictures.
package struct PicturePlan: Sendable {
  /// Eight of each motif; more posts with pictures share these.
  private static let mostPaintings = 8 * Motif.allCases.count

  /// The number of different pictures.
  package let paintings: Int
  private let seed: UInt64
  /// By post: the number of its painting plus 1, or 0; empty if no post has a picture.
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

  /// The number of the painting that a post shows.
  package func painting(of post: Int) -> Int? {
    shown.isEmpty || shown[post] == 0 ? nil : Int(shown[post]) - 1
  }

  /// Paints the picture at each call, so that no more than one is in memory.
  package func painting(_ number: Int) -> Painting {
    Painting(motifs[number], seed: seed, number: number)
  }

  /// All motifs in random order.
  private static func shuffled(with random: inout SeededRandom) -> [Motif] {
    var motifs = Motif.allCases
    for place in motifs.indices.dropFirst() { motifs.swapAt(place, random.below(place + 1)) }
    return motifs
  }
}
