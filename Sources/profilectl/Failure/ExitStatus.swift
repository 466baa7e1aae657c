/// What the process tells the shell, after sysexits.h.
enum ExitStatus: Int32, CaseIterable, Sendable {
  case done = 0
  case no = 1
  case usage = 64
  case badData = 65
  case noInput = 66
  case unknown = 67
  case bug = 70
  case cannotCreate = 73
  case ioError = 74
  case busy = 75
  case notPermitted = 77
  case configuration = 78
  case hangUp = 129
  case interrupted = 130
  case terminated = 143

  /// Nil for signals that this program doesn't catch.
  init?(signal: Int32) {
    self.init(rawValue: 128 + signal)
  }
}
