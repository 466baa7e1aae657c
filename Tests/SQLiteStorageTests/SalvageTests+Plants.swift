import Foundation
import Model
import Support
import Testing

/// Tests the checks with planted faults.
extension SalvageTests {
  struct Plant: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The words in the recorded issue.
    let words: String
    var kept = 100
    let spoil: @Sendable (TemporaryFolder, inout [Finding]) throws -> Void
  }

  static let plants = [
    Plant(testDescription: "a row that is not told of", words: "missing == 0", kept: 0) {
      folder, _ in
      try RawDatabase(folder.file("new.db")).run("DELETE FROM flags WHERE reason = 'not 7'")
    },
    Plant(testDescription: "a row that is told of, and should be there", words: "kept * 100") {
      folder, lost in
      try RawDatabase(folder.file("new.db")).run("DELETE FROM flags WHERE reason = 'not 7'")
      lost.append(Finding(.unread(.log)))
    },
    Plant(testDescription: "a loss that is none", words: "missing == 0") { _, lost in
      lost.append(Finding(.unread(.log)))
    },
    Plant(testDescription: "a count that is wrong", words: "== []") { folder, _ in
      try RawDatabase(folder.file("new.db")).run("UPDATE users SET post_count = post_count + 1")
    },
    Plant(testDescription: "a byte more in the old file", words: "isAsBefore") { folder, _ in
      try folder.write(try folder.bytes(of: "net.db") + [0], to: "net.db")
    },
    Plant(testDescription: "a file beside them", words: "names()") { folder, _ in
      try folder.write("", to: "left")
    },
  ]

  @Test(arguments: plants)
  func `each fault planted in a salvage is detected`(plant: Plant) throws {
    let harm = Harm(testDescription: "none", kept: plant.kept) { _ in }
    try expectFound(plant.words) { try expectSalvaged(harm, spoiledBy: plant.spoil) }
  }
}
