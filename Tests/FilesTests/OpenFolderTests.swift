import Files
import Foundation
import Support
import Testing

/// Tests folders that another account may write, and exchange for links at any time.
@Suite struct OpenFolderTests {
  private let home: TemporaryFolder

  init() throws {
    home = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: home.file("shared"), withIntermediateDirectories: false)
  }

  private func mode(_ name: String) -> mode_t {
    var status = stat()
    return lstat(home.file(name), &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  private func opened() throws -> OpenFolder { try OpenFolder(home.file("shared")) }

  @Test func `a link in the place of an open folder gets nothing`() throws {
    let folder = try opened()
    try FileManager.default.createDirectory(
      atPath: home.file("victim"), withIntermediateDirectories: false)
    chmod(home.file("victim"), 0o700)
    try FileManager.default.moveItem(atPath: home.file("shared"), toPath: home.file("moved"))
    symlink("victim", home.file("shared"))
    _ = try folder.makeFile("file", mode: 0o666)
    _ = try folder.makeFolder("folder", mode: 0o2777, hidden: ".hidden")
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.file("victim")) == [])
    #expect(mode("victim") == 0o700)
    #expect(mode("moved/file") == 0o666 && mode("moved/folder") == 0o2777)
    #expect(try folder.names().sorted() == ["file", "folder"])
  }

  @Test func `a link in a folder is no folder`() throws {
    symlink("/", home.file("shared/link"))
    let folder = try opened()
    #expect(try folder.folder("link") == nil)
    #expect(try folder.folder("missing") == nil)
    #expect(throws: FileError.self) {
      _ = try folder.makeFolder("link", mode: 0o700, hidden: ".new")
    }
    #expect(try folder.names() == ["link"])
  }

  @Test func `a folder that appears meanwhile stays`() throws {
    let folder = try opened()
    _ = try folder.makeFolder("ab", mode: 0o700, hidden: ".new")
    _ = try OpenFolder(home.file("shared/ab")).makeFile("file", mode: 0o600)
    let other = try folder.makeFolder("ab", mode: 0o777, hidden: ".new")
    #expect(try other.names() == ["file"])
    #expect(mode("shared/ab") == 0o700)
    #expect(try folder.names() == ["ab"])
  }

  @Test func `an empty folder that appears meanwhile is not replaced`() throws {
    let folder = try opened()
    let first = try folder.makeFolder("ab", mode: 0o700, hidden: ".new")
    _ = try folder.makeFolder("ab", mode: 0o700, hidden: ".new")
    _ = try first.makeFile("file", mode: 0o600)
    #expect(try OpenFolder(home.file("shared/ab")).names() == ["file"])
  }

  @Test func `removing a folder leaves what is in it`() throws {
    let folder = try opened()
    let inner = try folder.makeFolder("ab", mode: 0o700, hidden: ".new")
    _ = try inner.makeFile("file", mode: 0o600)
    folder.remove("ab")
    #expect(try inner.names() == ["file"])
    inner.remove("file")
    folder.remove("ab")
    #expect(try folder.names() == [])
  }
}
