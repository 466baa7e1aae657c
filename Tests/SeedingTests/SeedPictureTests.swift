import Model
import NetworkSupport
import Seeding
import Services
import Support
import Testing

@Suite struct SeedPictureTests {
  private let order: SeedOrder

  init() throws {
    order = try SeedOrder(users: 4, posts: 12, pictures: 3, seed: 5)
  }

  @Test func `the ordered number of posts has pictures, descriptions and thumbnails`() throws {
    let fixture = try Fixture()
    #expect(try fixture.network.seed(order).pictures == 3)
    #expect(
      try fixture.rows(
        """
        SELECT count(*), count(DISTINCT posts.picture), min(length(alt)) > 10, min(length(pixels)),
          min(width), min(height), min(bytes = length(content))
        FROM posts JOIN pictures ON pictures.id = posts.picture
        JOIN thumbnails ON thumbnails.picture = posts.picture
        """) == ["3|3|1|36000|240|312|1"])
    #expect(try fixture.rows("SELECT count(*) FROM posts WHERE alt IS NOT NULL") == ["3"])
    #expect(try fixture.seedFaults() == [])
  }

  @Test func `the same order makes the same pictures, stored once`() throws {
    let fixture = try Fixture()
    let first = try fixture.network.seed(order)
    #expect(try fixture.network.seed(order) == first)
    #expect(try fixture.rows("SELECT count(*) FROM pictures") == ["3"])
    #expect(try fixture.rows("SELECT count(*) FROM posts WHERE picture > 0") == ["6"])
    let other = try Fixture()
    _ = try other.network.seed(order)
    let pictures = "SELECT id, hex(hash), checksum FROM pictures"
    #expect(try other.rows(pictures) == fixture.rows(pictures))
  }

  @Test func `pictures are in the hash`() throws {
    let without = try SeedOrder(users: 4, posts: 12, seed: 5)
    #expect(try SeedPlan.hash(of: order) != SeedPlan.hash(of: without))
    #expect(try SeedPlan.hash(of: order) == 0x8C26_B983_87BF_79F8)
  }

  @Test func `a search finds the description of a picture`() throws {
    let fixture = try Fixture()
    _ = try fixture.network.seed(order)
    let alt = try #require(try fixture.rows("SELECT alt FROM posts WHERE alt IS NOT NULL").first)
    let found = try all { try fixture.network.posts.search(alt, as: .nobody, $0) }
    #expect(found.contains { $0.alt == alt })
  }

  @Test func `no post has two pictures`() {
    #expect(throws: SeedOrder.Impossibility.pictures(13, posts: 12)) {
      try SeedOrder(users: 4, posts: 12, pictures: 13)
    }
  }
}
