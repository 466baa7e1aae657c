/// The subjects of generated pictures.
package enum Motif: String, CaseIterable, Sendable {
  case mountains, forest, hills, sail, lighthouse, bridge, city, train, portrait, cat, frog, bees
  case bread, tea, fruit, flowers, door, bicycle, umbrella, meteors
  case ribbons, waves, tiles, circles, quilt
}

/// A generated picture: equal motifs, seeds and numbers give equal pixels on every machine.
package struct Painting: Sendable {
  package let image: PixelImage
  package let alt: String

  package init(_ motif: Motif, seed: UInt64, number: Int = 0) {
    let random = SeededRandom(seed, .painting, number)
    switch motif {
    case .mountains: self.init(LandscapeScene(random: random)) { $0.mountains() }
    case .forest: self.init(LandscapeScene(random: random)) { $0.forest() }
    case .hills: self.init(LandscapeScene(random: random)) { $0.hills() }
    case .sail: self.init(SeaScene(random: random)) { $0.sail() }
    case .lighthouse: self.init(SeaScene(random: random)) { $0.lighthouse() }
    case .bridge: self.init(TownScene(random: random)) { $0.bridge() }
    case .city: self.init(TownScene(random: random)) { $0.city() }
    case .train: self.init(TownScene(random: random)) { $0.train() }
    case .portrait: self.init(PortraitScene(random: random)) { $0.portrait() }
    case .cat: self.init(AnimalScene(random: random)) { $0.cat() }
    case .frog: self.init(AnimalScene(random: random)) { $0.frog() }
    case .bees: self.init(AnimalScene(random: random)) { $0.bees() }
    case .bread: self.init(TableScene(random: random)) { $0.bread() }
    case .tea: self.init(TableScene(random: random)) { $0.tea() }
    case .fruit: self.init(TableScene(random: random)) { $0.fruit() }
    case .flowers: self.init(TableScene(random: random)) { $0.flowers() }
    case .door: self.init(StreetScene(random: random)) { $0.door() }
    case .bicycle: self.init(StreetScene(random: random)) { $0.bicycle() }
    case .umbrella: self.init(StreetScene(random: random)) { $0.umbrella() }
    case .meteors: self.init(StreetScene(random: random)) { $0.meteors() }
    case .ribbons: self.init(PatternScene(random: random)) { $0.ribbons() }
    case .waves: self.init(PatternScene(random: random)) { $0.waves() }
    case .tiles: self.init(PatternScene(random: random)) { $0.tiles() }
    case .circles: self.init(PatternScene(random: random)) { $0.circles() }
    case .quilt: self.init(PatternScene(random: random)) { $0.quilt() }
    }
  }

  private init<Family: Scene>(_ scene: Family, _ paint: (inout Family) -> String) {
    var scene = scene
    alt = paint(&scene)
    image = scene.canvas.image
  }
}
