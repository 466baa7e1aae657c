import Model
import NetworkSupport
import Services
import Support
import Testing

@Suite(.onEachEngine) struct RandomDeedsTests {
  @Test(arguments: [UInt64(1), 2, 3, 4])
  func `thousands of random deeds through two networks on one file agree with the model`(
    seed: UInt64
  ) throws {
    let fixture = try Fixture()
    let drivers = [
      ServicesDriver(network: fixture.network), ServicesDriver(network: try fixture.another()),
    ]
    var generator = SeededGenerator(seed: seed)
    var model = NetworkModel()
    model.sharesTimes = Engine.current == .server
    // A deed on a server takes several round trips.
    for step in 1...(Engine.current == .server ? 500 : 1_500) {
      let deed = Deed.random(
        in: model, at: Int64(step) * 3, pictures: 9, talks: true, using: &generator)
      let driver = drivers[Int.random(in: 0...1, using: &generator)]
      let expected = model.apply(deed)
      #expect(driver.apply(deed) == expected, "step \(step), seed \(seed): \(deed)")
      if step % 250 == 0 {
        for driver in drivers { try expect(driver, as: model, "step \(step), seed \(seed)") }
      }
    }
    #expect(try fixture.faults() == [])
  }

  private func expect(
    _ driver: ServicesDriver, as model: NetworkModel, _ comment: String
  ) throws {
    let (state, expected) = (try driver.state(), model.state)
    let (talks, expectedTalks) = (try driver.talkState(), model.talkState)
    #expect(
      state == expected && talks == expectedTalks,
      "\(comment): \(difference(state, expected)) \(difference(talks, expectedTalks))")
  }

  /// The lines of two dumps that differ.
  private func difference<State>(_ one: State, _ other: State) -> String {
    func lines(_ state: State) -> Set<String> {
      var text = ""
      dump(state, to: &text)
      return Set(text.split(separator: "\n").map(String.init))
    }
    let (one, other) = (lines(one), lines(other))
    return
      "\(one.subtracting(other).sorted().prefix(9)) \(other.subtracting(one).sorted().prefix(9))"
  }

  private static let made: [Deed] = [
    .create("ana"), .create("bob"), .post("ana", text: "one", isPrivate: false, at: 3),
  ]

  @Test(arguments: [
    Deed.follow("bob", "ana", at: 4), .like("bob", 1, at: 4), .deletePost("ana", 1),
    .rename("bob", to: "rob"), .delete("bob"), .avatar("bob", 1), .flag("bob", 1),
    .talk("bob", .reply(1, text: "@ana #a", isPrivate: false, at: 4)),
    .talk("bob", .quote(1, text: "so", isPrivate: false, at: 4)), .talk("bob", .repost(1, at: 4)),
    .talk("ana", .edit(1, text: "#two @bob", at: 4)), .talk("bob", .bookmark(1, at: 4)),
    .talk("bob", .mute("ana", at: 4)),
  ])
  func `the check reports a deed that the network omits`(deed: Deed) throws {
    let fixture = try Fixture()
    let driver = ServicesDriver(network: fixture.network)
    var model = NetworkModel()
    for deed in Self.made { #expect(driver.apply(deed) == model.apply(deed)) }
    try expect(driver, as: model, "before")
    _ = model.apply(deed)
    try expectFound("expected") { try expect(driver, as: model, "after") }
  }

  private struct Undone: Error {}

  /// Not on a server: its sequences do not roll back, so post numbers would differ from the model.
  ///
  /// Deferred statements run at the end of a transaction or before a read, and are rolled back with
  /// their own part only.
  @Test(.tags(.ofFiles), arguments: [UInt64(1), 2, 3, 4])
  func `deeds in nested transactions, many rolled back, agree with the model`(
    seed: UInt64
  ) throws {
    let fixture = try Fixture()
    let driver = ServicesDriver(network: fixture.network)
    var generator = SeededGenerator(seed: seed)
    var model = NetworkModel()
    var step: Int64 = 0
    func deeds(within depth: Int) {
      let before = model
      do {
        try fixture.network.together {
          for _ in 1...Int.random(in: 1...12, using: &generator) {
            step += 3
            switch Int.random(in: 0..<12, using: &generator) {
            case 0 where depth < 3: deeds(within: depth + 1)
            case 1: _ = try fixture.network.posts.search("e*", as: .nobody, PageRequest(limit: 3))
            default:
              let deed = Deed.random(
                in: model, at: step, pictures: 9, talks: true, using: &generator)
              let expected = model.apply(deed)
              #expect(driver.apply(deed) == expected, "step \(step), seed \(seed): \(deed)")
            }
          }
          if Int.random(in: 0..<3, using: &generator) == 0 { throw Undone() }
        }
      } catch {
        #expect(error is Undone)
        model = before
      }
    }
    for _ in 1...150 {
      deeds(within: 0)
      #expect(try fixture.network.file.examine(isDeep: true) == [], "step \(step), seed \(seed)")
    }
    try expect(driver, as: model, "seed \(seed)")
    #expect(try fixture.faults() == [])
  }
}
