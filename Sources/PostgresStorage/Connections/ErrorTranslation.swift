internal import Postgres
package import Storage

extension PostgresError: EngineError {
  package var storageError: StorageError {
    switch self {
    case .refused(let state, let message, _): StorageError(state: state, message)
    case .lost: .failed(.connection, saved: .nothing)
    case .silent: .busy(seconds: 0)
    case .stopped: .interrupted
    case .unconnected(let failure): StorageError(failure)
    }
  }

  /// Whether the same transaction may succeed now: another one was in the way, or the server went
  /// away.
  var mayPass: Bool {
    switch self {
    case .lost, .unconnected(.unreachable), .unconnected(.notListening), .unconnected(.starting):
      true
    // No other transaction takes the same number of a sequence.
    case .refused("23505", let message, _) where PostgresError.isAboutNumber(message): false
    case .refused(let state, _, _):
      // The class 57 has operators' interventions, 08 broken connections; 23505 is a key that
      // another transaction has added.
      ["40001", "40P01", "23505", "57P01", "57P02", "57P03", "XX000"].contains(state)
        || state.hasPrefix("08")
    default: false
    }
  }
}

extension PostgresError {
  /// Whether a duplicate key is the number of a user or a post.
  fileprivate static func isAboutNumber(_ message: String) -> Bool {
    message.contains("users_pkey") || message.contains("post_places_pkey")
  }
}

extension Conflict: EngineError {
  var storageError: StorageError { .busy(seconds: 0) }
}

extension StorageError {
  fileprivate init(state: String, _ message: String) {
    self =
      switch state {
      case "23505" where PostgresError.isAboutNumber(message): .file(.damaged)
      // No schema, table or column; the error of another table is not about the network.
      case "3F000": .file(.missing)
      case "42P01" where message.contains("profilectl.network"): .file(.missing)
      // The statement misses a table, a column or a key, or meets another type.
      case "42P01", "42703", "42P10", "42804", "42883": .file(.tampered)
      case "42501": .server(.denied)
      // A standby gives no numbers to transactions.
      case "25006", "55000": .file(.readOnly)
      case "53100": .failed(.diskFull, saved: .nothing)
      case "53200": .failed(.memoryShort, saved: .nothing)
      case "53300": .server(.tooManyConnections)
      case "55P03", "40001", "40P01", "23505", "57014": .busy(seconds: 0)
      case "57P01", "57P02", "57P03": .failed(.connection, saved: .nothing)
      case "58030": .failed(.system, saved: .nothing)
      // A rule of the schema that our changes keep.
      case _ where state.hasPrefix("23"): .file(.damaged)
      case "XX001", "XX002": .file(.damaged)
      case _ where state.hasPrefix("08"): .failed(.connection, saved: .nothing)
      case _ where state.hasPrefix("28"): .server(.denied)
      default: .internal("\(state): \(message)")
      }
  }

  fileprivate init(_ failure: PostgresError.ConnectFailure) {
    self =
      switch failure {
      case .unreachable, .notListening, .starting: .server(.unreachable)
      case .readOnly: .file(.readOnly)
      case .tooManyConnections: .server(.tooManyConnections)
      case .denied: .server(.denied)
      case .password: .server(.password)
      case .passwordFile(let path): .server(.passwordFile(path))
      case .noDatabase: .server(.noDatabase)
      case .encoding(let name): .server(.encoding(name))
      case .tls: .server(.noTLS)
      case .certificate: .server(.certificate)
      case .settings: .server(.settings)
      case .refused(let state): .server(.refused(state))
      }
  }

  init(_ refusal: PostgresPlace.Refusal) {
    self =
      switch refusal {
      case .malformed: .server(.badPlace(.malformed))
      case .severalAts: .server(.badPlace(.severalAts))
      case .password: .server(.badPlace(.password))
      case .parameter(let name): .server(.badPlace(.parameter(name)))
      }
  }

  /// The error for a caller who waited for this time.
  func after(_ patience: Patience) -> StorageError {
    if case .busy = self { .busy(seconds: patience.seconds) } else { self }
  }
}
