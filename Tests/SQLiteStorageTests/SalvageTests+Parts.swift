import Foundation
import Model
import NetworkSupport
import Services
import Support
import Testing

/// Tests the loss of pages that lead to other pages.
extension SalvageTests {
  @Test func `follows and likes survive the loss of the schema page`() throws {
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
