internal import Model

/// Which posts of a synthetic network have a picture, and which one.
package struct PicturePlan: Sendable {
  /// Eight of each motif; where more posts have pictures, they share these.
  private static let mostPaintings = 8 * Motif.allCases.count

  /// How many different ones there are.
  package let paintings: Int
  private let seed: UInt64
  /// By post: one more than the number of its painting, or 0.
  ///
  /// Empty where no post has a picture.
  private var shown: [UInt8] = []
  /// By painting.
  private var motifs: [Motif] = []

  init(_ order: SeedOrder) {
    seed = order.seed
    paintings = min(order.pictures, PicturePlan.mostPaintings)
    guard paintings > 0 else { return }
    var dice = Dice(seed, .pictures)
    while motifs.count < paintings { motifs += PicturePlan.shuffled(with: &dice) }
    shown = Array(repeating: 0, count: order.posts)
    var left = order.pictures
    for post in shown.indices where dice.below(order.posts - post) < left {
      shown[post] = UInt8((order.pictures - left) % paintings + 1)
      left -= 1
    }
  }

  /// The number of the painting that a post shows.
  package func painting(of post: Int) -> Int? {
    shown.isEmpty || shown[post] == 0 ? nil : Int(shown[post]) - 1
  }

  /// Painted anew each time: no more than one need be at hand.
  package func painting(_ number: Int) -> Painting {
    Painting(motifs[number], seed: seed, number: number)
  }

  /// Each motif comes once before one comes twice.
  private static func shuffled(with dice: inout Dice) -> [Motif] {
    var motifs = Motif.allCases
    for place in motifs.indices.dropFirst() { motifs.swapAt(place, dice.below(place + 1)) }
    return motifs
  }
}
