import Foundation
import Model
import Services
import Support
import Testing

/// Parts that tell where others are, and are gone.
extension SalvageTests {
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
