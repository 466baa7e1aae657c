import Foundation
import Model
import Services
import Support
import Testing

/// Parts that tell where others are, and are gone.
extension SalvageTests {
  /// The file has all that was in the log, which a checkpoint that nobody waited for left as it was.
  @Test func `a log that is broken behind its beginning takes nothing from the file`() throws {
    let fixture = try Fixture("ana")
    let reader = try RawDatabase(fixture.path)
    try reader.run("BEGIN; SELECT * FROM users")
    for number in 1...200 { _ = try fixture.network.post("post \(number)", by: "ana") }
    try reader.run("COMMIT; PRAGMA wal_checkpoint")
    let copy = try TemporaryFolder()
    try copy.write(fixture.folder.bytes(of: "net.db"), to: "net.db")
    var log = try fixture.folder.bytes(of: "net.db-wal")
    log[32 + 4_120 * 20 + 100] ^= 1
    try copy.write(log, to: "net.db-wal")
    let lost = try FileService.salvage(
      copy.file("net.db"), to: copy.file("new.db"), patience: .ofTests)
    #expect(lost == [Finding(.lostLog)])
    #expect(try RawDatabase(copy.file("new.db")).column("SELECT count(*) FROM posts") == ["200"])
  }

  @Test func `follows and likes outlast the page that says where they are`() throws {
    var file = try DamagedFile()
    file.overwrite(1, with: 0)
    try file.write()
    let target = file.folder.file("new.db")
    _ = try FileService.salvage(file.path, to: target, patience: .ofTests)
    let found = try DamagedFile.contents(of: RawDatabase(target))
    #expect(try found["follows"] == DamagedFile.rows.get()["follows"])
    #expect(try found["likes"] == DamagedFile.rows.get()["likes"])
  }
}
