internal import CPostgres
internal import Glibc

/// Opens connections; a time limit or a request to stop ends the attempt.
extension PostgresSession {
  /// The longest time of attempts while no process accepts connections.
  private static let longestRetry = Duration.seconds(5)

  /// Connects to the server of a place.
  ///
  /// While the server restarts, it retries for the time of `retry`.
  package static func connect(
    to place: PostgresPlace, patience: Duration, retry: Duration = .zero,
    shouldStop: @escaping () -> Bool
  ) throws(PostgresError) -> PostgresSession {
    cpostgres_use_plain_lookup()
    let wait = SocketWait(patience: patience, shouldStop: shouldStop)
    let began = ContinuousClock.now
    while true {
      do throws(PostgresError) {
        let session = try attempt(place, wait)
        (session.patience, session.shouldStop) = (patience, shouldStop)
        return session
      } catch .unconnected(let failure) where failure == .starting || failure == .notListening {
        let most = failure == .starting ? retry : min(retry, longestRetry)
        if shouldStop() { throw .stopped }
        guard ContinuousClock.now - began < most else { throw .unconnected(failure) }
        SocketWait.sleep(milliseconds: 100)
      } catch {
        throw error
      }
    }
  }

  private static func attempt(
    _ place: PostgresPlace, _ wait: SocketWait
  ) throws(PostgresError) -> PostgresSession {
    var settings = place.settings(variable)
    let passwords = PasswordFile(settings, variable)
    // Names a file that can't exist, because libpq prints a warning about an unusable file.
    if let passwords, !passwords.isUsable {
      settings.append(("passfile", "\(passwords.path)/none"))
    }
    // A later setting overrides an earlier one.
    if let password = keptPassword { settings.insert(("password", password), at: 0) }
    let opened = unsafe withPointers(to: settings.map(\.name)) { names in
      unsafe withPointers(to: settings.map(\.value)) { values in
        unsafe PQconnectStartParams(names, values, 0)
      }
    }
    guard let handle = unsafe opened else { throw .unconnected(.unreachable) }
    // libpq would print notices, and errors of a server that shuts down, to standard error.
    unsafe PQsetNoticeProcessor(handle, { _, _ in }, nil)
    // Only verbose messages contain the SQLSTATE, and their texts may be in any language.
    unsafe PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
    do throws(PostgresError) {
      let limit = try unsafe timeout(of: handle)
      try unsafe finish(handle, limit.map(wait.limited) ?? wait)
    } catch {
      let hadNone = unsafe PQconnectionNeedsPassword(handle) == 1
      unsafe PQfinish(handle)
      if case .unconnected(.password) = error, hadNone, let passwords, !passwords.isUsable {
        throw .unconnected(.passwordFile(passwords.path))
      }
      throw error
    }
    unsafe PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
    let session = unsafe PostgresSession(connected: handle)
    if let encoding = unsafe PQparameterStatus(handle, "server_encoding") {
      let name = unsafe String(cString: encoding)
      if name != "UTF8" { throw .unconnected(.encoding(name)) }
    }
    return session
  }

  /// The value of `connect_timeout`; nil for no limit.
  ///
  /// libpq takes 1 as 2 (libpq-connect.html).
  private static func timeout(of handle: OpaquePointer) throws(PostgresError) -> Duration? {
    guard let settings = unsafe PQconninfo(handle) else { return nil }
    defer { unsafe PQconninfoFree(settings) }
    var index = 0
    while let name = unsafe settings[index].keyword {
      if unsafe String(cString: name) == "connect_timeout", let value = unsafe settings[index].val {
        guard let seconds = unsafe Int32(String(cString: value)) else {
          throw .unconnected(.settings)
        }
        return seconds > 0 ? .seconds(max(2, seconds)) : nil
      }
      index += 1
    }
    return nil
  }

  private static func finish(_ handle: OpaquePointer, _ wait: SocketWait) throws(PostgresError) {
    var reads = false
    while unsafe PQstatus(handle) != CONNECTION_BAD {
      switch wait.wait(for: unsafe PQsocket(handle), reads: reads, writes: !reads) {
      case .ready: break
      case .isOver: throw .unconnected(.unreachable)
      case .isStopped: throw .stopped
      }
      switch unsafe PQconnectPoll(handle) {
      case PGRES_POLLING_OK: return
      case PGRES_POLLING_READING: reads = true
      case PGRES_POLLING_WRITING: reads = false
      default: break
      }
    }
    let message = unsafe PQerrorMessage(handle).map { unsafe String(cString: $0) } ?? ""
    throw .unconnected(
      ConnectFailure(message: message, needsPassword: unsafe PQconnectionNeedsPassword(handle) == 1)
    )
  }

  /// The value of `PGPASSWORD`; its first use removes the variable from the environment.
  private static let keptPassword: String? = {
    guard let value = unsafe getenv("PGPASSWORD") else { return nil }
    defer { unsafe unsetenv("PGPASSWORD") }
    return unsafe String(cString: value)
  }()

  /// Hides `PGPASSWORD` from child processes.
  package static func keepPassword() {
    _ = keptPassword
  }

  private typealias ConnectFailure = PostgresError.ConnectFailure

  private static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// The URL of the session, including the values of the environment and the service file.
  package var shownPlace: String {
    let text = { (part: UnsafeMutablePointer<CChar>?) in
      unsafe part.map { unsafe String(cString: $0) } ?? ""
    }
    return unsafe PostgresPlace.shown(
      user: text(PQuser(handle)), host: text(PQhost(handle)), port: text(PQport(handle)),
      database: text(PQdb(handle)))
  }
}

/// The password file that libpq would read.
private struct PasswordFile {
  let path: String
  /// Whether it is a plain file that no other user can read (libpq-pgpass.html), or missing.
  let isUsable: Bool

  /// Nil if neither a setting nor `HOME` gives a path.
  init?(_ settings: [(name: String, value: String)], _ variable: (String) -> String?) {
    let named = settings.last { $0.name == "passfile" }?.value ?? variable("PGPASSFILE")
    guard let path = named ?? variable("HOME").map({ $0 + "/.pgpass" }) else { return nil }
    self.path = path
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      isUsable = true
      return
    }
    isUsable = status.st_mode & S_IFMT == S_IFREG && status.st_mode & 0o077 == 0
  }
}

/// Lends a list of C texts that ends with a null pointer.
private func withPointers<Result>(
  to texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
) -> Result {
  let copies = unsafe texts.map { unsafe strdup($0) }
  defer { unsafe copies.forEach { unsafe free($0) } }
  let list = unsafe copies.map { unsafe UnsafePointer($0) } + [nil]
  return unsafe list.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
}
