internal import Glibc

/// A process that is given a picture and asked for pixels; it is gone when this value is.
///
/// One socket is its standard input and its standard output. Unlike a pipe, a socket can be written
/// to without a signal when nobody reads, and shut in one direction.
struct DecodingChild: ~Copyable {
  private let process: pid_t
  private let socket: Int32
  private let input: [UInt8]
  private var sent = 0
  private var output: [UInt8] = []
  private var hasEnded = false

  /// Wraps socketpair(2) and posix_spawn(3).
  ///
  /// The child has no environment and no ignored signals.
  init(path: String, argument: String, input: [UInt8]) throws(DecoderUnavailable) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .notStarted(errno) }
    defer { close(ends[1]) }
    var child: pid_t = 0
    let failure = DecodingChild.spawn(path, argument, at: ends[1], as: &child)
    guard failure == 0 else {
      close(ends[0])
      throw DecodingChild.hindrance(for: failure)
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

  private static func hindrance(for failure: Int32) -> DecoderUnavailable {
    switch failure {
    case ENOENT, ENOTDIR: .noChild
    case EACCES, ENOEXEC: .notRunning
    default: .notStarted(failure)
    }
  }

  /// The error is an `errno`; 0 if there is none.
  private static func spawn(
    _ path: String, _ argument: String, at end: Int32, as child: inout pid_t
  ) -> Int32 {
    // Whoever started the program with the signal ignored would leave no status to collect.
    _ = signal(SIGCHLD, SIG_DFL)
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, end, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, end, 1)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var attributes = DecodingChild.attributes()
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    return unsafe path.withCString { path in
      unsafe argument.withCString { argument in
        var words =
          unsafe [path, argument].map { unsafe UnsafeMutablePointer(mutating: $0) } + [nil]
        var environment: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
        return unsafe posix_spawn(&child, path, &actions, &attributes, &words, &environment)
      }
    }
  }

  /// It leads a group, so that whatever it starts ends with it.
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

  /// Gives it the picture, takes what it writes, and waits for its end; to be called once.
  ///
  /// `goesOn` is asked in every turn: at least ten times a second, and far more often while the
  /// child reads or writes.
  mutating func converse(
    atMost limit: Int, until deadline: Deadline, while goesOn: () -> Bool
  ) -> ChildAnswer {
    var interest = Int16(POLLIN | POLLOUT)
    while true {
      if !goesOn() { return answer(.unknown) }
      var item = pollfd(fd: socket, events: interest, revents: 0)
      let count = unsafe poll(&item, 1, min(deadline.left, 100))
      if count < 0, errno != EINTR { return answer(.unknown) }
      if count <= 0 {
        if deadline.left == 0 { return answer(.late) }
        continue
      }
      let hasInput = Int32(item.revents) & (POLLIN | POLLHUP | POLLERR) != 0
      if hasInput, take(atMost: limit + 1) == .end { break }
      if output.count > limit { return answer(.talkative) }
      if Int32(item.revents) & POLLOUT != 0, offer() == .end { interest = Int16(POLLIN) }
    }
    return answer(wait(until: deadline))
  }

  private func answer(_ ending: ChildAnswer.Ending) -> ChildAnswer {
    ChildAnswer(output: output, ending: ending)
  }

  /// Whether there is more to come in one direction.
  private enum Flow {
    case goesOn
    case end
  }

  /// Wraps send(2); its input ends when all is sent, or when it will not have more.
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

  /// Wraps recv(2); never keeps more than `limit` bytes in all.
  private mutating func take(atMost limit: Int) -> Flow {
    var buffer = [UInt8](repeating: 0, count: limit - output.count)
    let flags = Int32(MSG_DONTWAIT)
    let count = unsafe recv(socket, &buffer, buffer.count, flags)
    if count < 0, errno == EAGAIN || errno == EINTR { return .goesOn }
    guard count > 0 else { return .end }
    output += buffer.prefix(count)
    return .goesOn
  }

  /// A child that has closed its output is about to end, so looking every millisecond is enough.
  private mutating func wait(until deadline: Deadline) -> ChildAnswer.Ending {
    while true {
      if let ending = DecodingChild.collect(process, WNOHANG) {
        hasEnded = true
        return ending
      }
      if deadline.left == 0 { return .late }
      _ = poll(nil, 0, 1)
    }
  }

  /// Wraps wait4(2); nil if it has not ended.
  private static func collect(
    _ process: pid_t, _ options: Int32 = 0
  ) -> ChildAnswer.Ending? {
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

  /// What leaves a child less memory than it allows itself; nil if nothing does.
  static var lackOfMemory: DecoderUnavailable? {
    let (addresses, data) = (inherited(RLIMIT_AS), inherited(RLIMIT_DATA))
    guard min(addresses, data) < rlim_t(PictureLimits.childMemory) else { return nil }
    return data < addresses ? .dataLimited : .memoryLimited
  }

  /// Whether it used what a child may inherit: the seconds after which the system ends it, unlike
  /// the earlier ones that it could have heeded, without a word.
  private static func isAllTime(_ usage: rusage) -> Bool {
    let microseconds = [usage.ru_utime, usage.ru_stime].reduce(0) {
      $0 + Int($1.tv_sec) * 1_000_000 + Int($1.tv_usec)
    }
    // The system holds sampled ticks against the limit: of 2 s, 1.87 were used on a busy machine
    // (2026-11-22).
    return inherited(RLIMIT_CPU) <= rlim_t(microseconds) / 875_000
  }

  /// Wraps getrlimit(2); gives the limit that a child can't raise.
  private static func inherited(_ resource: __rlimit_resource) -> rlim_t {
    var limit = rlimit()
    unsafe getrlimit(Int32(resource.rawValue), &limit)
    return limit.rlim_max
  }
}
