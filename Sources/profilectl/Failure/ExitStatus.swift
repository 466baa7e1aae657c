import Terminal

/// The status of the process, after sysexits.h.
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

  /// What the signal asks for that came while the end was postponed, if one did.
  static var asked: ExitStatus? { Interruption.pending.flatMap(ExitStatus.init(signal:)) }
}

extension ExitStatus {
  /// For the help topic.
  var meaning: String {
    switch self {
    case .done: "Done, nothing to list, or already so."
    case .no:
      "The answer is no, 'doctor' found something, or some items were refused under --keep-going."
    case .usage: "The command line can't be carried out as it was typed."
    case .badData:
      "A value is against the rules, or a file is no database of profilectl, or a damaged one."
    case .noInput: "The database or an input file is missing."
    case .unknown: "There is no such user or post."
    case .bug: "A mistake in profilectl."
    case .cannotCreate: "The database or the output can't be created."
    case .ioError:
      "The disk is full or failed, memory is short, the answer could not be written, or the file moved."
    case .busy: "The database was busy for longer than --wait."
    case .notPermitted: "It is not yours, or not permitted, or read-only."
    case .configuration: "Nobody is logged in, or the environment can't be used."
    case .hangUp: "Ended by SIGHUP."
    case .interrupted: "Ended by SIGINT, as by Ctrl-C."
    case .terminated: "Ended by SIGTERM."
    }
  }
}
