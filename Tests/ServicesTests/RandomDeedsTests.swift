import Model
import Services
import Support
import Testing

@Suite struct RandomDeedsTests {
  @Test(arguments: [UInt64(1), 2, 3, 4])
  func `thousands of random deeds leave what the oracle says`(seed: UInt64) throws {
    let fixture = try Fixture()
    let driver = ServicesDriver(network: fixture.network)
    var generator = SeededGenerator(seed: seed)
    var model = NetworkModel()
    for step in 1...1_500 {
      let deed = Deed.random(in: model, at: Int64(step) * 3, using: &generator)
      let expected = model.apply(deed)
      #expect(driver.apply(deed) == expected, "step \(step), seed \(seed): \(deed)")
      if step % 300 == 0 {
        #expect(try driver.state() == model.state, "after step \(step), seed \(seed)")
      }
    }
  }
}
