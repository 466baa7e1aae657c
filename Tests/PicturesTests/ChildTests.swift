import Foundation
import Pictures
import Support
import Testing

/// How the program treats its child, whatever the child does.
@Suite struct ChildTests {
  @Test func `what the child writes is the thumbnail`() throws {
    let child = try FakeChild("cat >picture; head -c 36000 picture /dev/zero | tail -c 36000")
    #expect(child.outcome() == .success(FakeChild.thumbnail))
    #expect(try child.folder.bytes(of: "picture") == FakeChild.picture)
  }

  @Test func `a large picture arrives whole, and the answer may come first`() throws {
    let picture = PNGWriter.claim(width: 8, height: 8, byteCount: 3_000_000)
    let child = try FakeChild("head -c 36000 /dev/zero; exec 1>&-; cat >picture")
    #expect(child.outcome(of: picture) == .success(FakeChild.thumbnail))
    #expect(try child.folder.bytes(of: "picture") == picture)
  }

  @Test func `a child may answer without reading a large picture`() throws {
    let picture = PNGWriter.claim(width: 8, height: 8, byteCount: 3_000_000)
    let child = try FakeChild("head -c 36000 /dev/zero")
    #expect(child.outcome(of: picture) == .success(FakeChild.thumbnail))
  }

  @Test(arguments: [
    ("exit 40", PictureError.decoderMissing(.library)),
    ("exit 41", .decoderMissing(.loader(.png))),
    ("exit 42", .undecodable),
    ("exit 43", .tooMuchMemory),
    ("exit 44", .undecodable),
    ("exit 1", .decoderFailed),
    ("exit 0", .decoderFailed),
    ("head -c 35999 /dev/zero", .decoderFailed),
    ("head -c 36001 /dev/zero", .decoderFailed),
    ("cat /dev/zero", .decoderFailed),
    ("head -c 36000 /dev/zero; exit 42", .undecodable),
    ("kill -KILL $$", .decoderFailed),
    ("kill -SEGV $$", .decoderFailed),
    ("kill -XCPU $$", .tooSlow),
  ])
  func `each end has a meaning`(script: String, error: PictureError) throws {
    #expect(try FakeChild(script).outcome() == .failure(error))
  }

  @Test(arguments: [
    "exec sleep 1000", "while :; do :; done", "exec <&- >&-; exec sleep 1000",
    "head -c 36000 /dev/zero; exec sleep 1000", "trap '' TERM INT HUP; while :; do sleep 1; done",
  ])
  func `a child that takes too long is ended`(script: String) throws {
    let child = try FakeChild(script, patience: .milliseconds(200))
    #expect(child.outcome() == .failure(.tooSlow))
  }

  @Test func `what a late child started ends with it`() throws {
    let child = try FakeChild("sleep 1000 >alive & wait", patience: .seconds(8))
    let alive = child.folder.file("alive")
    #expect(mkfifo(alive, 0o600) == 0)
    let reader = open(alive, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    #expect(child.outcome() == .failure(.tooSlow))
    // The system says so when the last who could write is gone.
    var item = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    #expect(poll(&item, 1, 10_000) == 1)
    #expect(Int32(item.revents) == POLLHUP)
  }

  @Test func `the child inherits neither environment nor signals nor a place for complaints`()
    throws
  {
    let child = try FakeChild(
      """
      wc -c </proc/$$/environ >environment
      grep SigBlk /proc/self/status >blocked
      grep SigIgn /proc/self/status >ignored
      readlink /proc/$$/fd/2 >errors
      """)
    #expect(child.outcome() == .failure(.decoderFailed))
    func seen(_ name: String) throws -> String {
      String(decoding: try child.folder.bytes(of: name).dropLast(), as: UTF8.self)
    }
    #expect(try seen("environment") == "0")
    #expect(try seen("blocked") == "SigBlk:\t0000000000000000")
    // The C library keeps signals 32 and 33 for itself.
    let ignored = try #require(UInt64(seen("ignored").suffix(16), radix: 16))
    #expect(ignored & ~(3 << 31) == 0)
    #expect(try seen("errors") == "/dev/null")
  }

  @Test func `without the child the decoder is missing`() throws {
    let folder = try TemporaryFolder()
    let plain = try folder.write("not a program", to: "plain")
    for path in [folder.file("nothing"), folder.file("no/folder"), plain, ""] {
      #expect(throws: PictureError.decoderMissing(.child)) {
        try PictureDecoder(childPath: path).thumbnail(of: FakeChild.picture)
      }
    }
  }

  @Test func `what is no picture never reaches a child`() throws {
    let child = try FakeChild("touch started")
    #expect(child.outcome(of: Array("text".utf8)) == .failure(.notAPicture))
    let bomb = PNGWriter.claim(width: 30_000, height: 30_000, byteCount: 50_000)
    #expect(child.outcome(of: bomb) == .failure(.tooManyPixels(width: 30_000, height: 30_000)))
    #expect(try child.folder.names() == ["child"])
  }

  @Test func `neither a process nor a descriptor is left behind`() async {
    await #expect(processExitsWith: .success) {
      let before = try ChildTests.sockets()
      for script in ["exit 0", "exit 42", "kill -KILL $$", "cat /dev/zero", "exec sleep 1000"] {
        _ = try FakeChild(script, patience: .milliseconds(200)).outcome()
      }
      _ = try? PictureDecoder(childPath: "/nothing").thumbnail(of: FakeChild.picture)
      #expect(try ChildTests.sockets() == before)
      let collected = waitpid(-1, nil, WNOHANG)
      let error = errno
      #expect(collected == -1 && error == ECHILD)
    }
  }

  /// The runner opens files of its own at any time; what the decoder opens is sockets.
  private static func sockets() throws -> [String] {
    let folder = "/proc/self/fd"
    return try FileManager.default.contentsOfDirectory(atPath: folder)
      .compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
      .filter { $0.hasPrefix("socket:") }
      .sorted()
  }
}
