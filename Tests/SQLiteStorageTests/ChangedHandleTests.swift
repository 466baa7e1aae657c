import Model
import NetworkSupport
import Services
import Support
import Testing

/// Tests users whose row and index have different handles, because one bit of the row changed.
@Suite(.onEachEngine) struct ChangedHandleTests {
  /// The changed handle of bob: taken, free, and invalid.
  static let handles = ["rob", "cob", "b%b", "Bob", "b\u{1}b"]

  /// A network with bob, who has every kind of row that a user can have.
  private static let sound = Result { try makeSound() }

  private static func makeSound() throws -> [UInt8] {
    let folder = try TemporaryFolder()
    do {
      let path = folder.file("net.db")
      let network = try Network.create(at: path, patience: .ofTests).network
      for handle in ["ana", "bob", "rob"] { _ = try network.create(handle) }
      let changes = ProfileChanges(
        name: try DisplayName("Bob Adler"), bio: try Bio("Bread."), avatar: .set(.numbered(1)))
      _ = try network.users.edit(changes, as: "bob")
      _ = try network.follow("ana", "bob")
      _ = try network.post("one", by: "bob", at: 1)
      _ = try network.post("two", by: "rob", at: 2)
    }
    return try folder.bytes(of: "net.db")
  }

  /// A file in which bob's row has another handle, and its rows before the change.
  private func file(
    with handle: String, behind change: String = ""
  ) throws -> (folder: TemporaryFolder, rows: [String]) {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.sound.get(), to: "net.db")
    let rows = try RawDatabase(path).dump()
    try RawDatabase(path).run("PRAGMA foreign_keys = 0; \(change)")
    var bytes = try folder.bytes(of: "net.db")
    // In the row the name follows the handle, in the index the number.
    let row = Array("bobBob Adler".utf8)
    let places = bytes.indices.dropLast(row.count).filter {
      bytes[$0..<$0 + row.count].elementsEqual(row)
    }
    try #require(places.count == 1)
    bytes.replaceSubrange(places[0]..<places[0] + 3, with: Array(handle.utf8))
    try folder.write(bytes, to: "net.db")
    return (folder, rows)
  }

  @Test(arguments: handles)
  func `a repair gives the row the handle that makes its checksum right`(handle: String) throws {
    let (folder, rows) = try file(with: handle)
    let path = folder.file("net.db")
    let files = try Network.open(at: path, patience: .ofTests).file
    let tried = try files.repair(isDryRun: true)
    let repair = try files.repair()
    #expect(repair.findings == tried.findings)
    #expect(repair.copy != nil)
    let changed = Fault.changed(.user(2, handle: handle))
    #expect(repair.findings.contains(Finding(changed, .repaired)), "\(repair.findings)")
    #expect(repair.findings.allSatisfy { $0.resolution == .repaired }, "\(repair.findings)")
    let bob = rows.filter { $0.contains("Bread.") }
    #expect(try RawDatabase(path).dump().filter { $0.contains("Bread.") } == bob)
    #expect(try RawDatabase(path).faults() == [])
    #expect(try files.examine(isDeep: true) == [])
  }

  @Test(arguments: handles)
  func `a salvage restores the user`(handle: String) throws {
    let (folder, _) = try file(with: handle)
    let target = folder.file("new.db")
    let lost = try FileService.salvage(folder.file("net.db"), to: target, patience: .ofTests)
    #expect(lost == [])
    let sound = try RawDatabase(folder.write(Self.sound.get(), to: "sound.db"))
    #expect(try DamagedFile.contents(of: RawDatabase(target)) == DamagedFile.contents(of: sound))
    #expect(try Network.open(at: target, patience: .ofTests).file.examine(isDeep: true) == [])
  }

  @Test func `a salvage after a repair restores the user`() throws {
    let (folder, _) = try file(with: "b%b")
    let path = folder.file("net.db")
    do { _ = try Network.open(at: path, patience: .ofTests).file.repair() }
    let lost = try FileService.salvage(path, to: folder.file("new.db"), patience: .ofTests)
    #expect(lost == [])
    let bios = try RawDatabase(folder.file("new.db")).rows("SELECT username, bio FROM users")
    #expect(bios == [["ana", ""], ["bob", "Bread."], ["rob", ""]])
  }

  /// After further changes the checksum matches no handle.
  @Test func `a repair keeps a row with further changes as it is`() throws {
    let (folder, _) = try file(
      with: "cob", behind: "UPDATE users SET bio = 'Brown bread.' WHERE id = 2")
    let path = folder.file("net.db")
    let files = try Network.open(at: path, patience: .ofTests).file
    let changed = Finding(.changed(.user(2, handle: "cob")))
    #expect(try files.repair().findings.contains(changed))
    #expect(try files.examine(isDeep: true) == [changed])
    let lost = try FileService.salvage(path, to: folder.file("new.db"), patience: .ofTests)
    #expect(lost == [changed])
  }

  @Test func `a damaged index of handles is rebuilt even if a row was changed`() throws {
    let (folder, _) = try file(with: "bob", behind: "UPDATE users SET bio = 'Cake.' WHERE id = 2")
    let path = folder.file("net.db")
    let roots = try RawDatabase(path).column(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_users_1'")
    let root = try #require(roots.first.flatMap { Int($0) })
    var bytes = try folder.bytes(of: "net.db")
    // The page does not have that many cells.
    bytes[(root - 1) * 4_096 + 4] = 9
    try folder.write(bytes, to: "net.db")
    let files = try Network.open(at: path, patience: .ofTests).file
    let findings = try files.repair().findings
    #expect(findings.filter { !$0.isRepaired } == [Finding(.changed(.user(2, handle: "bob")))])
    #expect(try RawDatabase(path).column("PRAGMA integrity_check") == ["ok"])
  }

  @Test func `other faults of the user are reported with the restored handle`() throws {
    let (folder, _) = try file(with: "cob", behind: "DELETE FROM pictures")
    let files = try Network.open(at: folder.file("net.db"), patience: .ofTests).file
    let findings = try files.repair().findings
    #expect(findings.contains(Finding(.changed(.user(2, handle: "cob")), .repaired)))
    let left = try files.examine(isDeep: true)
    #expect(findings.filter { !$0.isRepaired } == left)
    #expect(left.count == 1, "\(left)")
  }

  @Test(.tags(.ofFiles)) func `completion offers no handle that commands refuse`() throws {
    let fixture = try Fixture("ana", "bob")
    try fixture.raw().run("UPDATE users SET username = 'bo%' WHERE id = 2")
    #expect(throws: ServiceError.noSuchUser("bob", near: nil)) {
      try fixture.network.users.profile(of: "bob", as: .nobody)
    }
  }
}
