import Model
import Services
import Support
import Testing

@Suite struct RandomDeedsTests {
  @Test(arguments: [UInt64(1), 2, 3, 4])
  func `thousands of random deeds through two networks on one file leave what the oracle says`(
    seed: UInt64
  ) throws {
    let fixture = try Fixture()
    let drivers = [
      ServicesDriver(network: fixture.network), ServicesDriver(network: try fixture.another()),
    ]
    var generator = SeededGenerator(seed: seed)
    var model = NetworkModel()
    for step in 1...1_500 {
      let deed = Deed.random(in: model, at: Int64(step) * 3, pictures: 9, using: &generator)
      let driver = drivers[Int.random(in: 0...1, using: &generator)]
      let expected = model.apply(deed)
      #expect(driver.apply(deed) == expected, "step \(step), seed \(seed): \(deed)")
      if step % 300 == 0 {
        for driver in drivers {
          #expect(try driver.state() == model.state, "after step \(step), seed \(seed)")
        }
      }
    }
    #expect(try fixture.raw().faults() == [])
  }
}
