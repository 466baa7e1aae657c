import Model
import NetworkSupport
import Services
import Storage
import Testing

/// Tests files in which a row refers to a missing one.
@Suite struct MissingRowTests {
  @Test func `a post whose author is missing is damage`() throws {
    let fixture = try Fixture("ana", "bob")
    _ = try fixture.network.post("hello", by: "ana")
    try fixture.raw().run("PRAGMA foreign_keys = OFF; UPDATE posts SET author = 99")
    #expect(throws: ServiceError.refused(input: "1", reason: .storage(.file(.damaged)))) {
      try fixture.network.deletePost("bob", 1)
    }
  }
}
