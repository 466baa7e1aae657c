import Foundation
import Pictures
import Support
import Testing

/// Tests the decoder with children that misbehave.
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

  @Test func `the caller is asked also while the child reads`() throws {
    let picture = PNGWriter.claim(width: 8, height: 8, byteCount: 3_000_000)
    let child = try FakeChild("cat >/dev/null; head -c 36000 /dev/zero")
    var turns = 0
    let pixels = try child.decoder.thumbnail(of: picture) {
      turns += 1
      return true
    }
    #expect(pixels == .success(FakeChild.thumbnail))
    // A socket holds a few hundred thousand bytes.
    #expect(turns > 3)
  }

  @Test func `a child may answer without reading a large picture`() throws {
    let picture = PNGWriter.claim(width: 8, height: 8, byteCount: 3_000_000)
    let child = try FakeChild("head -c 36000 /dev/zero")
    #expect(child.outcome(of: picture) == .success(FakeChild.thumbnail))
  }

  @Test(arguments: [
    ("exit 42", PictureError.undecodable),
    ("exit 43", .tooMuchMemory),
    ("exit 44", .undecodable),
    ("head -c \(PictureLimits.outputByteCount + 1) /dev/zero", .decoderFailed),
    ("cat /dev/zero", .decoderFailed),
    ("head -c 36000 /dev/zero; exit 42", .undecodable),
    ("kill -SEGV $$", .decoderFailed),
    ("kill -XCPU $$", .tooSlow),
  ])
  func `each end has a meaning`(script: String, error: PictureError) throws {
    #expect(try FakeChild(script).outcome() == .failure(error))
  }

  /// A failure of the child says nothing about the picture.
  @Test(arguments: [
    ("exit 0", DecoderUnavailable.notRunning),
    ("exit 1", .notRunning),
    ("exit 127", .notRunning),
    ("head -c 35999 /dev/zero", .notRunning),
    ("kill -KILL $$", .ended),
    ("kill -TERM $$", .ended),
  ])
  func `an end that says nothing about the picture`(script: String, hindrance: DecoderUnavailable)
    throws
  {
    #expect(try FakeChild(script).outcome() == .hindered(hindrance))
  }

  @Test func `a child that can't be started says nothing about the picture`() throws {
    let writer = try FakeChild("printf ELF | tee plain >foreign; chmod 700 foreign")
    #expect(writer.outcome() == .hindered(.notRunning))
    for (name, hindrance) in [
      ("nothing", DecoderUnavailable.noChild), ("no/folder", .noChild), ("plain/child", .noChild),
      ("plain", .notRunning), ("foreign", .notRunning),
    ] {
      let decoder = PictureDecoder(childPath: writer.folder.file(name))
      #expect(try decoder.thumbnail(of: FakeChild.picture) == .failure(hindrance))
    }
  }

  @Test func `a child that the system has no room for says nothing about the picture`() async {
    await #expect(processExitsWith: .success) {
      let child = try FakeChild("exit 42")
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      var limit = rlimit()
      #expect(getrlimit(files, &limit) == 0)
      var none = rlimit(rlim_cur: 0, rlim_max: limit.rlim_max)
      #expect(setrlimit(files, &none) == 0)
      #expect(child.outcome() == .hindered(.notStarted(EMFILE)))
      // The folder must be opened before it can be removed.
      #expect(setrlimit(files, &limit) == 0)
    }
  }

  @Test func `a child is ended as soon as the caller stops waiting`() throws {
    let child = try FakeChild("echo $$ >alive; exec sleep 1000", patience: .seconds(300))
    var turns = 0
    let pixels = try child.decoder.thumbnail(of: PNGWriter.claim(width: 8, height: 8)) {
      turns += 1
      return turns < 3
    }
    #expect(pixels == .failure(.ended))
    #expect(turns == 3)
  }

  @Test(arguments: [
    "exec sleep 1000", "while :; do :; done", "exec <&- >&-; exec sleep 1000",
    "head -c 36000 /dev/zero; exec sleep 1000", "trap '' TERM INT HUP; while :; do sleep 1; done",
  ])
  func `a child that takes too long is ended, and says nothing`(script: String) throws {
    let child = try FakeChild(script, patience: .milliseconds(200))
    #expect(child.outcome() == .hindered(.late))
  }

  /// With a limit below the child's own the system sends no warning.
  @Test func `a child that uses all the processor time says nothing`() async {
    await #expect(processExitsWith: .success) {
      let child = try FakeChild("while :; do :; done", patience: .seconds(300))
      let time = __rlimit_resource_t(RLIMIT_CPU.rawValue)
      let least = rlim_t(clock() / CLOCKS_PER_SEC) + 3
      var limit = rlimit(rlim_cur: least, rlim_max: least)
      #expect(setrlimit(time, &limit) == 0)
      let outcome = child.outcome()
      #expect(outcome == .hindered(.timeLimited))
    }
  }

  @Test func `what a late child started ends with it`() throws {
    let child = try FakeChild("sleep 1000 >alive & wait", patience: .seconds(8))
    let alive = child.folder.file("alive")
    #expect(mkfifo(alive, 0o600) == 0)
    let reader = open(alive, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    #expect(child.outcome() == .hindered(.late))
    #expect(hasEnded(whoeverWritesTo: reader))
  }

  /// Whether all writers of the pipe are gone: poll then reports POLLHUP.
  private func hasEnded(whoeverWritesTo reader: Int32, within milliseconds: Int32 = 10_000) -> Bool
  {
    var item = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
    return poll(&item, 1, milliseconds) == 1 && Int32(item.revents) == POLLHUP
  }

  /// Tests the check with a process that leaves the child's group and therefore survives.
  @Test func `a process that a child leaves running is found`() throws {
    let child = try FakeChild(
      "setsid sh -c 'exec >alive; echo $$ >process; exec sleep 1000' & wait")
    let alive = child.folder.file("alive")
    #expect(mkfifo(alive, 0o600) == 0)
    let reader = open(alive, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    var told: [UInt8] = []
    let pixels = try child.decoder.thumbnail(of: FakeChild.picture) {
      told = (try? child.folder.bytes(of: "process")) ?? []
      return told.last != UInt8(ascii: "\n")
    }
    #expect(pixels == .failure(.ended))
    #expect(!hasEnded(whoeverWritesTo: reader, within: 100))
    kill(try #require(pid_t(String(decoding: told.dropLast(), as: UTF8.self))), SIGKILL)
    #expect(hasEnded(whoeverWritesTo: reader))
  }

  @Test func `the child inherits no environment, no signals and no standard error`()
    throws
  {
    let child = try FakeChild(
      """
      wc -c </proc/$$/environ >environment
      grep SigBlk /proc/self/status >blocked
      grep SigIgn /proc/self/status >ignored
      readlink /proc/$$/fd/2 >errors
      """)
    #expect(child.outcome() == .hindered(.notRunning))
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

  @Test func `what is no picture never reaches a child`() throws {
    let child = try FakeChild("touch started")
    #expect(child.outcome(of: Array("text".utf8)) == .failure(.notAPicture))
    let bomb = PNGWriter.claim(width: 30_000, height: 30_000, byteCount: 50_000)
    #expect(child.outcome(of: bomb) == .failure(.tooManyPixels(width: 30_000, height: 30_000)))
    #expect(try child.folder.names() == ["child"])
  }

  @Test func `no process or descriptor is left`() async {
    await #expect(processExitsWith: .success) {
      let before = try ChildTests.leftovers()
      for script in ["exit 0", "exit 42", "kill -KILL $$", "cat /dev/zero", "exec sleep 1000"] {
        _ = try FakeChild(script, patience: .milliseconds(200)).outcome()
      }
      _ = try? PictureDecoder(childPath: "/nothing").thumbnail(of: FakeChild.picture)
      #expect(try ChildTests.leftovers() == before)
    }
  }

  /// Tests the check itself.
  @Test func `a process or descriptor that is left is found`() async {
    await #expect(processExitsWith: .success) {
      let before = try ChildTests.leftovers()
      let ends = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      #expect(try ChildTests.leftovers() != before)
      close(ends)
      #expect(try ChildTests.leftovers() == before)
      var process = pid_t()
      #expect(posix_spawn(&process, "/bin/true", nil, nil, [strdup("true"), nil], nil) == 0)
      #expect(try ChildTests.leftovers() != before)
    }
  }

  @Test func `an ignored signal takes no child's status away`() async {
    await #expect(processExitsWith: .success) {
      let child = try FakeChild("exit 42")
      signal(SIGCHLD, SIG_IGN)
      #expect(child.outcome() == .failure(.undecodable))
    }
  }

  /// The open sockets of this process, and "child" if a child exists; collects an ended child.
  ///
  /// The runner opens other files at any time, but no sockets.
  private static func leftovers() throws -> [String] {
    let collected = waitpid(-1, nil, WNOHANG)
    let error = errno
    let children = collected == -1 && error == ECHILD ? [] : ["child"]
    let folder = "/proc/self/fd"
    return try children
      + FileManager.default.contentsOfDirectory(atPath: folder)
      .compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
      .filter { $0.hasPrefix("socket:") }
      .sorted()
  }
}
