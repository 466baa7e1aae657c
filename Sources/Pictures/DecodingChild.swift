internal import Glibc

/// A child process that decodes one picture; `deinit` kills it.
///
/// One socket is its standard input and output. Unlike a pipe, writing to a socket without a reader
/// raises no signal, and each direction can be closed.
struct DecodingChild: ~Copyable {
  private let process: pid_t
  private let socket: Int32
  private let input: [UInt8]
  private var sent = 0
  private var output: [UInt8] = []
  private var hasEnded = false

  /// Starts the child; wraps socketpair(2) and posix_spawn(3).
  ///
  /// The child has no environment and ignores no signals.
  init(path: String, arguments: [String], input: [UInt8]) throws(DecoderUnavailable) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .notStarted(errno) }
    defer { close(ends[1]) }
    var child: pid_t = 0
    let failure = DecodingChild.spawn([path] + arguments, at: ends[1], as: &child)
    guard failure == 0 else {
      close(ends[0])
      throw DecodingChild.unavailability(for: failure)
    }
    process = child
    socket = ends[0]
    self.input = input
  }

  deinit {
    if !hasEnded {
      kill(-process, SIGKILL)
      _ = DecodingChild.collect(process)
    }
    close(socket)
  }

  private static func unavailability(for failure: Int32) -> DecoderUnavailable {
    switch failure {
    case ENOENT, ENOTDIR: .noChild
    case EACCES, ENOEXEC: .notRunning
    default: .notStarted(failure)
    }
  }

  /// Returns 0 or an `errno`.
  private static func spawn(
    _ words: [String], at end: Int32, as child: inout pid_t
  ) -> Int32 {
    // If the parent ignored SIGCHLD, the child's status would be lost.
    _ = signal(SIGCHLD, SIG_DFL)
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, end, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, end, 1)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var attributes = DecodingChild.attributes()
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var copies = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe copies.forEach { unsafe free($0) } }
    guard let path = unsafe copies[0] else { return ENOMEM }
    var environment: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
    return unsafe posix_spawn(&child, path, &actions, &attributes, &copies, &environment)
  }

  /// The child leads a process group, which is killed with it.
  private static func attributes() -> posix_spawnattr_t {
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    return attributes
  }

  /// Sends the picture, reads the output, and waits for the exit; call it once.
  ///
  /// Calls `goesOn` at least ten times a second; false ends the wait.
  mutating func converse(
    atMost limit: Int, until deadline: Deadline, while goesOn: () -> Bool
  ) -> ChildResult {
    var interest = Int16(POLLIN | POLLOUT)
    while true {
      if !goesOn() { return result(.unknown) }
      var item = pollfd(fd: socket, events: interest, revents: 0)
      let count = unsafe poll(&item, 1, min(deadline.left, 100))
      if count < 0, errno != EINTR { return result(.unknown) }
      if count <= 0 {
        if deadline.left == 0 { return result(.late) }
        continue
      }
      let hasInput = Int32(item.revents) & (POLLIN | POLLHUP | POLLERR) != 0
      if hasInput, take(atMost: limit + 1) == .end { break }
      if output.count > limit { return result(.tooMuchOutput) }
      if Int32(item.revents) & POLLOUT != 0, offer() == .end { interest = Int16(POLLIN) }
    }
    return result(wait(until: deadline))
  }

  private func result(_ ending: ChildResult.Ending) -> ChildResult {
    ChildResult(output: output, ending: ending)
  }

  /// Whether more data may pass in a direction of the socket.
  private enum Flow {
    case goesOn
    case end
  }

  /// Sends more input with send(2); closes the direction after the last byte or an error.
  private mutating func offer() -> Flow {
    let start = sent
    let count = unsafe input.withUnsafeBytes { bytes -> Int in
      guard let base = bytes.baseAddress, start < bytes.count else { return 0 }
      let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
      return unsafe send(socket, base + start, bytes.count - start, flags)
    }
    if count < 0, errno == EAGAIN || errno == EINTR { return .goesOn }
    sent += max(count, 0)
    if count > 0, sent < input.count { return .goesOn }
    shutdown(socket, Int32(SHUT_WR))
    return .end
  }

  /// Receives output with recv(2), at most `limit` bytes in total.
  private mutating func take(atMost limit: Int) -> Flow {
    var buffer = [UInt8](repeating: 0, count: limit - output.count)
    let flags = Int32(MSG_DONTWAIT)
    let count = unsafe recv(socket, &buffer, buffer.count, flags)
    if count < 0, errno == EAGAIN || errno == EINTR { return .goesOn }
    guard count > 0 else { return .end }
    output += buffer.prefix(count)
    return .goesOn
  }

  /// Waits for the exit.
  ///
  /// The child exits soon after it closes its output, so polling each millisecond suffices.
  private mutating func wait(until deadline: Deadline) -> ChildResult.Ending {
    while true {
      if let ending = DecodingChild.collect(process, WNOHANG) {
        hasEnded = true
        return ending
      }
      if deadline.left == 0 { return .late }
      _ = poll(nil, 0, 1)
    }
  }

  /// Wraps wait4(2); nil while the child runs.
  private static func collect(
    _ process: pid_t, _ options: Int32 = 0
  ) -> ChildResult.Ending? {
    var status: Int32 = 0
    var usage = rusage()
    var collected = unsafe wait4(process, &status, options, &usage)
    while collected < 0, errno == EINTR {
      collected = unsafe wait4(process, &status, options, &usage)
    }
    guard collected != 0 else { return nil }
    guard collected == process else { return .unknown }
    let signal = status & 0x7F
    if signal == SIGKILL, isAllTime(usage) { return .starved }
    return signal == 0 ? .status((status >> 8) & 0xFF) : .signal(signal)
  }

  /// The inherited limit that is lower than the child's own limit of memory, if any.
  static var lackOfMemory: DecoderUnavailable? {
    let (addresses, data) = (inherited(RLIMIT_AS), inherited(RLIMIT_DATA))
    guard min(addresses, data) < rlim_t(PictureLimits.childMemory) else { return nil }
    return data < addresses ? .dataLimited : .memoryLimited
  }

  /// Whether the child reached the inherited hard limit of processor time, at which the system
  /// kills it.
  private static func isAllTime(_ usage: rusage) -> Bool {
    let microseconds = [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Int($1.tv_sec) * 1_000_000 + Int($1.tv_usec)
    }
    // The system counts sampled ticks: on a busy machine a limit of 2 s was reached after 1.87 s
    // (2026-11-22).
    return inherited(RLIMIT_CPU) <= rlim_t(microseconds) / 875_000
  }

  /// Wraps getrlimit(2); returns the hard limit.
  private static func inherited(_ resource: __rlimit_resource) -> rlim_t {
    var limit = rlimit()
    unsafe getrlimit(Int32(resource.rawValue), &limit)
    return limit.rlim_max
  }
}

/// The output of a child and how it ended.
struct ChildResult {
  /// How the child ended.
  enum Ending: Equatable {
    case status(Int32)
    case signal(Int32)
    /// The status is lost, or the socket failed.
    case unknown
    /// Killed at the deadline.
    case late
    /// Killed by the system for using up its processor time.
    case starved
    /// Killed because it wrote too much.
    case tooMuchOutput
  }

  let output: [UInt8]
  let ending: Ending
}

/// The end of a wait, on the monotonic clock.
struct Deadline {
  private let milliseconds: Int

  init(after patience: Duration) {
    milliseconds = Deadline.now + Int(patience / .milliseconds(1))
  }

  /// The remaining time for poll(2); 0 after the deadline.
  var left: Int32 { Int32(clamping: max(milliseconds - Deadline.now, 0)) }

  private static var now: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
