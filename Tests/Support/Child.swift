import Foundation

/// A started process, until its exit status is collected.
///
/// It leads a process group, so that its own children can be ended with it.
final class Child {
  let id: pid_t
  /// Readable when the process has exited.
  let ended: Descriptor
  private let home: TemporaryFolder
  private var status: Int32?

  /// The descriptors of the new process; others from 3 on are closed.
  enum Wiring {
    case descriptor(Int32)
    case file(String)
    case closed
  }

  struct Launch {
    var executable: String
    var arguments: [[UInt8]]
    var environment: [String: String]
    var folder: String
    /// Must exist until the process ends.
    var home: TemporaryFolder
    /// Makes it lead a session too; the first terminal it opens becomes its own.
    var leadsSession = false
  }

  init(_ launch: Launch, wiring: [(Int32, Wiring)]) throws {
    _ = Child.ignoresBrokenPipes
    home = launch.home
    id = try Child.spawn(launch, wiring: wiring)
    let (reader, writer) = try Descriptor.pipe()
    ended = reader
    let id = id
    Thread.detachNewThread {
      var report = siginfo_t()
      while waitid(P_PID, id_t(id), &report, WEXITED | WNOWAIT) == -1, errno == EINTR {}
      writer.close()
    }
  }

  deinit {
    guard status == nil else { return }
    kill()
    _ = collect()
  }

  /// Does nothing after the status was collected, because the number may be reused.
  func send(_ signal: Int32) {
    if status == nil { Foundation.kill(id, signal) }
  }

  /// Kills the process group.
  func kill() {
    if status == nil { Foundation.kill(-id, SIGKILL) }
  }

  /// Waits for the exit; 128 + n after signal n, as in a shell.
  func collect() -> Int32 {
    if let status { return status }
    var raw: Int32 = 0
    while waitpid(id, &raw, 0) == -1, errno == EINTR {}
    let signal = raw & 0x7F
    let collected = signal == 0 ? (raw >> 8) & 0xFF : 128 + signal
    status = collected
    return collected
  }

  /// SIGPIPE must not end the test runner; children start with the default.
  private static let ignoresBrokenPipes: Void = { _ = signal(SIGPIPE, SIG_IGN) }()

  private static func spawn(_ launch: Launch, wiring: [(Int32, Wiring)]) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, wire) in wiring {
      switch wire {
      case .descriptor(let source): posix_spawn_file_actions_adddup2(&actions, source, target)
      case .file(let path):
        posix_spawn_file_actions_addopen(&actions, target, path, O_RDWR, 0)
      case .closed: posix_spawn_file_actions_addclose(&actions, target)
      }
    }
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)
    posix_spawn_file_actions_addchdir_np(&actions, launch.folder)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A child inherits blocked and ignored signals; the runner blocks some on its threads.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let place = launch.leadsSession ? Int32(POSIX_SPAWN_SETSID) : Int32(POSIX_SPAWN_SETPGROUP)
    let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | place
    posix_spawnattr_setflags(&attributes, Int16(flags))

    let environment = launch.environment.sorted(by: <).map { Array("\($0.key)=\($0.value)".utf8) }
    let name = Array(launch.executable.utf8)
    var id = pid_t()
    let code = withCStrings([name] + launch.arguments) { arguments in
      withCStrings(environment) { environment in
        posix_spawn(&id, launch.executable, &actions, &attributes, arguments, environment)
      }
    }
    guard code == 0 else { throw SystemFailure("posix_spawn \(launch.executable)", code: code) }
    return id
  }
}

/// Passes `strings` as an `argv` array that is valid during the call.
private func withCStrings<Value>(
  _ strings: [[UInt8]], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
) -> Value {
  let copies = strings.map { string in
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: string.count + 1)
    for (offset, byte) in string.enumerated() { copy[offset] = CChar(bitPattern: byte) }
    copy[string.count] = 0
    return copy
  }
  defer { copies.forEach { $0.deallocate() } }
  return body(copies + [nil])
}
