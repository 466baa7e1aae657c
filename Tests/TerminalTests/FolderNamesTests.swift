import Foundation
import Support
import Terminal
import Testing

/// Tests the names offered for a path.
@Suite struct FolderNamesTests {
  private let home: TemporaryFolder

  init() throws {
    home = try TemporaryFolder()
  }

  private func names(_ stem: String = "") -> [String] {
    FolderNames.names(in: home.path, beginning: stem)
  }

  @Test func `side files of a database are not offered`() throws {
    for name in ["x.db", "x.db-lock", "x.db-wal", "x.db-shm", "x.db-journal", "x.db-old", ".x.db"] {
      try home.write("", to: name)
    }
    #expect(names() == ["x.db", "x.db-old"])
    #expect(names("x.db-") == ["x.db-old"])
    #expect(names(".") == [".x.db"])
  }

  @Test func `a link to a folder is offered as a folder, other links as files`() throws {
    #expect(mkdir(home.file("folder"), 0o700) == 0)
    try home.write("", to: "plain")
    for (target, name) in [("folder", "to-folder"), ("plain", "to-plain"), ("nowhere", "to-none")] {
      #expect(symlink(target, home.file(name)) == 0)
    }
    #expect(names() == ["folder/", "plain", "to-folder/", "to-none", "to-plain"])
  }

  @Test func `a folder that can't be read has no names`() {
    #expect(FolderNames.names(in: home.file("missing"), beginning: "") == [])
  }
}
