import Model
import NetworkSupport
import Services
import Storage
import Support
import Synchronization
import Testing

/// Tests the cost of removing pictures, because no index lists the users of an avatar.
@Suite(.onEachEngine) struct ForgottenPictureTests {
  enum Deed: CaseIterable {
    case deleteUser, repair
  }

  /// SQLite calls the interrupt handler after a fixed number of steps.
  @Test(.tags(.ofFiles), arguments: Deed.allCases)
  func `all removed pictures together take one scan of the users`(deed: Deed) throws {
    let steps = try [20, 60].map { pictures in
      let fixture = try Fixture("ana", "bob")
      for number in 1...pictures { try fixture.network.show(.numbered(number), by: "ana") }
      try fixture.network.show(.numbered(1), by: "bob")
      try fixture.network.wear(2, by: "bob")
      let raw = try fixture.raw()
      try raw.run(
        """
        INSERT INTO users (id, username, name, bio, created_at, checksum)
        SELECT value, 'u' || value, '', '', 1, row_checksum(value, 'u' || value, '', '', NULL, 1)
        FROM generate_numbers
        """.replacing("generate_numbers", with: numbers))
      let count = Mutex(0)
      let interrupts = Interrupts(isAsked: {
        count.withLock { $0 += 1 }
        return false
      })
      let network = try Network.open(
        at: fixture.path, patience: .ofTests, interrupts: interrupts)
      switch deed {
      case .deleteUser: _ = try network.users.delete("ana")
      case .repair:
        try raw.run("PRAGMA foreign_keys = 0; DELETE FROM posts WHERE author = 1")
        #expect(try network.file.repair().findings.count >= pictures - 2)
      }
      #expect(try raw.column("SELECT count(*) FROM pictures") == ["2"])
      #expect(try raw.column("SELECT count(*) FROM thumbnails") == ["1"])
      return count.withLock { $0 }
    }
    // A scan of all users for each picture would take several calls each.
    #expect(steps[1] - steps[0] < 40, "\(steps)")
  }

  private let numbers = """
    (WITH RECURSIVE n(value) AS (SELECT 10 UNION ALL SELECT value + 1 FROM n WHERE value < 4000)
    SELECT value FROM n)
    """
}
