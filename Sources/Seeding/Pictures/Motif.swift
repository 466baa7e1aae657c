/// What a generated picture can show.
package enum Motif: String, CaseIterable, Sendable {
  case mountains, forest, hills, sail, lighthouse, bridge, city, train, portrait, cat, frog, bees
  case bread, tea, fruit, flowers, door, bicycle, umbrella, meteors
  case ribbons, waves, tiles, circles, quilt

  /// Paints it; the answer is what the picture shows, in words.
  func paint(with painter: inout Painter) -> String {
    switch self {
    case .mountains: painter.mountains()
    case .forest: painter.forest()
    case .hills: painter.hills()
    case .sail: painter.sail()
    case .lighthouse: painter.lighthouse()
    case .bridge: painter.bridge()
    case .city: painter.city()
    case .train: painter.train()
    case .portrait: painter.portrait()
    case .cat: painter.cat()
    case .frog: painter.frog()
    case .bees: painter.bees()
    case .bread: painter.bread()
    case .tea: painter.tea()
    case .fruit: painter.fruit()
    case .flowers: painter.flowers()
    case .door: painter.door()
    case .bicycle: painter.bicycle()
    case .umbrella: painter.umbrella()
    case .meteors: painter.meteors()
    case .ribbons: painter.ribbons()
    case .waves: painter.waves()
    case .tiles: painter.tiles()
    case .circles: painter.circles()
    case .quilt: painter.quilt()
    }
  }
}
