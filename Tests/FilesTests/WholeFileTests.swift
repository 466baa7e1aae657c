import Files
import Foundation
import Support
import Testing

/// Tests files that are read or written as a whole.
@Suite struct WholeFileTests {
  private let home: TemporaryFolder

  init() throws {
    home = try TemporaryFolder()
  }

  private func mode(_ name: String) -> mode_t {
    var status = stat()
    return lstat(home.file(name), &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  @Test func `a file is read up to its limit`() throws {
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let path = try home.write(bytes, to: "file")
    #expect(try WholeFile.read(path, atMost: bytes.count) == bytes)
    #expect(throws: FileError(path, .read, .tooLarge(limit: bytes.count - 1))) {
      try WholeFile.read(path, atMost: bytes.count - 1)
    }
    #expect(try WholeFile.read(try home.write("", to: "empty"), atMost: 0) == [])
  }

  @Test func `another kind of file is refused without waiting`() throws {
    #expect(mkfifo(home.file("pipe"), 0o600) == 0)
    for path in [home.file("pipe"), home.path, "/dev/zero", "/dev/null"] {
      #expect(throws: FileError(path, .open, .notPlain)) { try WholeFile.read(path, atMost: 9) }
    }
  }

  @Test func `a path without a file is reported as missing`() throws {
    #expect(symlink("nowhere", home.file("link")) == 0)
    for path in [home.file("nothing"), home.file("link"), "a\0b", ""] {
      #expect(throws: FileError(path, .open, errno: ENOENT)) {
        try WholeFile.read(path, atMost: 9)
      }
    }
    let path = try home.write("x", to: "file") + "/name"
    let error = #expect(throws: FileError.self) { try WholeFile.read(path, atMost: 9) }
    #expect(error?.isMissing == true)
  }

  @Test func `a forbidden file is refused under every name`() throws {
    let path = try home.write("locks", to: "file")
    #expect(symlink("file", home.file("link")) == 0)
    #expect(link(path, home.file("second")) == 0)
    for name in ["file", "link", "second"] {
      #expect(throws: FileError(home.file(name), .open, .excluded)) {
        try WholeFile.read(home.file(name), atMost: 9, unlessSameAs: [home.file("none"), path])
      }
    }
  }

  @Test(arguments: [mode_t(0o000), 0o022, 0o077])
  func `the umask limits the mode of a new file`(mask: mode_t) async throws {
    await #expect(processExitsWith: .success) { [mask] in
      let home = try TemporaryFolder()
      umask(mask)
      try NewFile.write([1, 2, 3], to: home.file("new"))
      var status = stat()
      #expect(stat(home.file("new"), &status) == 0)
      #expect(status.st_mode & 0o7777 == 0o666 & ~mask)
      #expect(try home.bytes(of: "new") == [1, 2, 3])
    }
  }

  @Test func `an existing file is not changed`() throws {
    try home.write("old", to: "file")
    #expect(symlink("nowhere", home.file("link")) == 0)
    for path in [home.file("file"), home.file("link"), home.path] {
      #expect(throws: FileError(path, .open, errno: EEXIST)) {
        try NewFile.write([1], to: path)
      }
    }
    #expect(try home.bytes(of: "file") == Array("old".utf8))
    #expect(try home.names() == ["file", "link"])
  }

  @Test func `a partly written file is removed`() async throws {
    await #expect(processExitsWith: .success) {
      let home = try TemporaryFolder()
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 1_000, rlim_max: 1_000)
      #expect(setrlimit(__rlimit_resource_t(1), &limit) == 0)
      #expect(throws: FileError(home.file("new"), .write, errno: EFBIG)) {
        try NewFile.write(Array(repeating: 1, count: 2_000), to: home.file("new"))
      }
      #expect(try home.names() == [])
    }
  }
}
