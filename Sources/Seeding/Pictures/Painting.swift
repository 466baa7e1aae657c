/// The subjects of generated pictures.
package enum Motif: String, CaseIterable, Sendable {
  case mountains, forest, hills, sail, lighthouse, bridge, city, train, portrait, cat, frog, bees
  case bread, tea, fruit, flowers, door, bicycle, umbrella, meteors
  case ribbons, waves, tiles, circles, quilt
}

/// A generated picture: the same motif, seed and number give the same pixels on every machine.
package struct Painting: Sendable {
  package let image: PixelImage
  /// A description of the details that were drawn.
  package let alt: String

  package init(_ motif: Motif, seed: UInt64, number: Int = 0) {
    let random = SeededRandom(seed, .painting, number)
    switch motif {
    case .mountains:
      (image, alt) = Painting.painted(LandscapeScene(random: random)) { $0.mountains() }
    case .forest: (image, alt) = Painting.painted(LandscapeScene(random: random)) { $0.forest() }
    case .hills: (image, alt) = Painting.painted(LandscapeScene(random: random)) { $0.hills() }
    case .sail: (image, alt) = Painting.painted(SeaScene(random: random)) { $0.sail() }
    case .lighthouse: (image, alt) = Painting.painted(SeaScene(random: random)) { $0.lighthouse() }
    case .bridge: (image, alt) = Painting.painted(TownScene(random: random)) { $0.bridge() }
    case .city: (image, alt) = Painting.painted(TownScene(random: random)) { $0.city() }
    case .train: (image, alt) = Painting.painted(TownScene(random: random)) { $0.train() }
    case .portrait: (image, alt) = Painting.painted(PortraitScene(random: random)) { $0.portrait() }
    case .cat: (image, alt) = Painting.painted(AnimalScene(random: random)) { $0.cat() }
    case .frog: (image, alt) = Painting.painted(AnimalScene(random: random)) { $0.frog() }
    case .bees: (image, alt) = Painting.painted(AnimalScene(random: random)) { $0.bees() }
    case .bread: (image, alt) = Painting.painted(TableScene(random: random)) { $0.bread() }
    case .tea: (image, alt) = Painting.painted(TableScene(random: random)) { $0.tea() }
    case .fruit: (image, alt) = Painting.painted(TableScene(random: random)) { $0.fruit() }
    case .flowers: (image, alt) = Painting.painted(TableScene(random: random)) { $0.flowers() }
    case .door: (image, alt) = Painting.painted(StreetScene(random: random)) { $0.door() }
    case .bicycle: (image, alt) = Painting.painted(StreetScene(random: random)) { $0.bicycle() }
    case .umbrella: (image, alt) = Painting.painted(StreetScene(random: random)) { $0.umbrella() }
    case .meteors: (image, alt) = Painting.painted(StreetScene(random: random)) { $0.meteors() }
    case .ribbons: (image, alt) = Painting.painted(PatternScene(random: random)) { $0.ribbons() }
    case .waves: (image, alt) = Painting.painted(PatternScene(random: random)) { $0.waves() }
    case .tiles: (image, alt) = Painting.painted(PatternScene(random: random)) { $0.tiles() }
    case .circles: (image, alt) = Painting.painted(PatternScene(random: random)) { $0.circles() }
    case .quilt: (image, alt) = Painting.painted(PatternScene(random: random)) { $0.quilt() }
    }
  }

  private static func painted<Family: Scene>(
    _ scene: Family, _ paint: (inout Family) -> String
  ) -> (PixelImage, String) {
    var scene = scene
    let alt = paint(&scene)
    return (scene.canvas.image, alt)
  }
}
