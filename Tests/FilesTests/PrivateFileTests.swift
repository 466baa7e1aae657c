import Files
import Foundation
import Support
import Testing

@Suite struct PrivateFileTests {
  private let home: TemporaryFolder
  private let file: PrivateFile

  init() throws {
    home = try TemporaryFolder()
    file = PrivateFile(folder: home.file("state/profilectl"), name: "session")
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  @Test func `written bytes are read back`() throws {
    #expect(try file.read() == nil)
    try file.replace(with: Array("one".utf8))
    try file.replace(with: Array("two".utf8))
    #expect(try file.read() == Array("two".utf8))
    #expect(try home.names() == ["state"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: file.folder) == ["session"])
  }

  @Test func `removing twice is no error`() throws {
    try file.remove()
    try file.replace(with: [1])
    try file.remove()
    try file.remove()
    #expect(try file.read() == nil)
  }

  @Test(arguments: [mode_t(0o000), 0o022, 0o777])
  func `folder and file are private under any umask`(mask: mode_t) async throws {
    await #expect(processExitsWith: .success) { [mask] in
      let home = try TemporaryFolder()
      let file = PrivateFile(folder: home.file("a/b"), name: "session")
      umask(mask)
      try file.replace(with: [1])
      umask(0o022)
      let modes = ["a", "a/b", "a/b/session"].map { name -> mode_t in
        var status = stat()
        lstat(home.file(name), &status)
        return status.st_mode & 0o7777
      }
      #expect(modes == [0o700, 0o700, 0o600])
    }
  }

  @Test func `a folder or file with a wider mode is made private`() throws {
    try file.replace(with: [1])
    chmod(file.folder, 0o755)
    chmod(file.path, 0o644)
    try file.replace(with: [2])
    #expect(mode(file.folder) == 0o700)
    #expect(mode(file.path) == 0o600)
  }

  @Test func `a link in place of the file is not followed`() throws {
    try file.replace(with: [1])
    let victim = try home.write("mine", to: "victim")
    try file.remove()
    symlink(victim, file.path)
    #expect(throws: FileError(file.path, .open, .notPlain)) { try file.read() }

    try file.replace(with: [2])
    #expect(try file.read() == [2])
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "mine")
  }

  @Test func `a link in place of the folder is not followed`() throws {
    try FileManager.default.createDirectory(
      atPath: home.file("elsewhere"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      atPath: home.file("state"), withIntermediateDirectories: true)
    symlink(home.file("elsewhere"), file.folder)
    #expect(throws: FileError(file.folder, .open, .notPlain)) { try file.replace(with: [1]) }
    #expect(throws: FileError(file.folder, .open, .notPlain)) { try file.read() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.file("elsewhere")) == [])
  }

  @Test func `a pipe in place of the file does not block`() throws {
    try file.replace(with: [1])
    try file.remove()
    mkfifo(file.path, 0o600)
    #expect(throws: FileError(file.path, .open, .notPlain)) { try file.read() }
  }

  @Test func `a file that is too large is refused`() throws {
    try file.replace(with: [UInt8](repeating: 1, count: 3_000))
    #expect(try file.read(limit: 3_000)?.count == 3_000)
    #expect(throws: FileError(file.path, .read, .tooLarge(limit: 2_999))) {
      try file.read(limit: 2_999)
    }
  }

  @Test func `the error names the folder that can't be created`() throws {
    try home.write("a file", to: "state")
    #expect(throws: FileError(file.folder, .make, errno: ENOTDIR)) {
      try file.replace(with: [1])
    }
  }
}
