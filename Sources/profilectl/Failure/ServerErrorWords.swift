import CommandLine
import Storage
import Terminal

/// Words for a server that can't be used, and for what is wrong with a network on it.
struct ServerErrorWords {
  private let context: FailureContext

  init(_ context: FailureContext) {
    self.context = context
  }

  private var place: String { context.database?.shown ?? "postgres://" }
  private var server: String { "The server of \(quoted(place))" }
  private var nothingSaved: String { StorageErrorWords(context).nothingSaved }

  func failure(for reason: StorageError.ServerReason) -> Failure {
    if case .badPlace(let mistake) = reason { return failure(for: mistake) }
    let (code, predicate, hint) = words(for: reason)
    return Failure(code, "\(server) \(predicate)\(nothingSaved).", hint: hint, input: place)
  }

  private func words(
    for reason: StorageError.ServerReason
  ) -> (code: ErrorCode, predicate: String, hint: Hint?) {
    let servers = Hint.help("environment")
    return switch reason {
    case .unreachable, .badPlace:
      (.serverUnreachable, "can't be reached", .other(["pg_isready", "-d", place]))
    case .tooManyConnections: (.busy, "has no connection left", nil)
    case .denied:
      (.notPermitted, "refuses this role, or does not give it the right to do that", servers)
    case .password:
      (
        .notPermitted,
        "refuses the password, or got none from '~/.pgpass' or 'PGPASSWORD'", servers
      )
    case .passwordFile(let path): words(forPasswordFile: path)
    case .noDatabase: (.databaseMissing, "has no such database", .other(["psql", "-l", place]))
    case .encoding(let name):
      (
        .badConfig, "stores the texts of this database in \(shown(name)), and a network needs UTF8",
        .other(["createdb", "--encoding=UTF8", "--template=template0", "town"])
      )
    case .noTLS:
      (.badConfig, "does not offer the encryption that 'sslmode' asks for", servers)
    case .certificate:
      (.badConfig, "has a certificate that 'sslmode' and 'sslrootcert' do not accept", servers)
    case .settings:
      (
        .badConfig,
        "can't be used with a parameter of its URL, a variable 'PG…', or the service file",
        servers
      )
    case .refused(let state):
      (.serverUnreachable, "refuses the connection with the code \(shown(state))", servers)
    case .unfinished:
      (
        .migrationUnfinished,
        "has a network that a migration has not finished; the same 'migrate' goes on with it",
        .question(["migrate", "--help"])
      )
    }
  }

  private func words(
    forPasswordFile path: String
  ) -> (code: ErrorCode, predicate: String, hint: Hint?) {
    (
      .notPermitted, "got no password: \(quoted(path)) is not used, because others can read it",
      .other(["chmod", "600", path])
    )
  }

  /// A URL that is no place is never repeated: a part of it may be a password.
  private func failure(for mistake: StorageError.PlaceMistake) -> Failure {
    let isTyped = context.namedDatabase != nil || context.facts.contains(.namesDatabases)
    let sentence =
      switch mistake {
      case .malformed: "A server is named by a URL such as postgres://net@db.example.org/town."
      case .severalAts: "The URL of the server has more than one '@'; one in a name is '%40'."
      case .password where !isTyped:
        "The URL has the password in a parameter; put it into ~/.pgpass or PGPASSWORD."
      case .password:
        "A password in an argument can be read by others; put it into ~/.pgpass or PGPASSWORD."
      case .parameter(let name):
        "The URL of the server has the parameter \(quoted(name)), which is not taken."
      }
    let hint = Hint.help("environment")
    return isTyped
      ? UsageErrorWords(in: context).failure(sentence, hint)
      : Failure(.badConfig, sentence, hint: hint)
  }

  func failure(for operation: StorageError.Unsupported) -> Failure {
    switch operation {
    case .backup(let target):
      let copy = Hint.other(["pg_dump", "--format=custom", "--file=\(target)", place])
      // The prompt can't run another program, so the sentence shows the line.
      let program =
        context.isAtPrompt ? "in a shell by: \(copy.line)" : "by the programs of the server"
      return UsageErrorWords(in: context).failure(
        "A network on a server is copied \(program).", copy)
    case .salvage:
      return UsageErrorWords(in: context).failure(
        "A network on a server has no file to be salvaged.")
    case .sharing:
      return UsageErrorWords(in: context).failure("A network on a server can't be shared yet.")
    }
  }

  /// The place is the source or the target, depending on where the error arose.
  func failure(for refusal: MigrationRefusal) -> Failure {
    let network = "The network in \(quoted(place))"
    let (code, sentence, hint): (ErrorCode, String, Hint?) =
      switch refusal {
      case .samePlace: (.usage, "The two places are one network", nil)
      case .notEmpty: (.notEmpty, "\(network) is not empty", nil)
      case .otherSource:
        (
          .migrationUnfinished,
          "\(network) is the unfinished copy of another one, or of this one before it changed",
          .other(["psql", "-c", "DROP SCHEMA profilectl CASCADE", place])
        )
      case .shared:
        (
          .alreadyShared, "\(network) is shared, and a shared network can't be migrated yet",
          .question(["share", "stop", "--help"])
        )
      case .contended: (.busy, "Another process copies to \(quoted(place))", nil)
      case .unsound(let faults):
        (
          .databaseDamaged, "\(network) has \(Phrases.count(faults, "fault"))",
          .other(["profilectl", "--db", place, "doctor", "--deep"])
        )
      case .different(let table):
        (
          .databaseDamaged,
          "The copy in \(quoted(place)) differs from its source in the table \(quoted(table))", nil
        )
      }
    return Failure(code, sentence + nothingSaved + ".", hint: hint, input: place)
  }

  /// Words that a file and a server share.
  func failure(for reason: StorageError.FileReason) -> Failure {
    let network = "The network on \(quoted(place))"
    let (code, sentence, hint): (ErrorCode, String, Hint?) =
      switch reason {
      case .missing:
        (
          .databaseMissing, "There is no network on \(quoted(place))",
          context.facts.contains(.namesDatabases)
            ? .other(["profilectl", "--db", place, "init"]) : .command(["init"])
        )
      case .newer(let version):
        (
          .databaseNewer,
          "\(network) was written by a newer profilectl, in version \(version) of its form",
          .question(["--version"])
        )
      case .older(let version):
        (
          .databaseOlder,
          "\(network) is in version \(version) of its form; its owner brings it up to date",
          .command(["init"])
        )
      case .foreign:
        (
          .databaseForeign, "The schema 'profilectl' on \(quoted(place)) is another program's",
          .help("environment")
        )
      case .tampered:
        (.databaseTampered, "\(network) has a structure that profilectl did not give it", nil)
      case .damaged:
        (.databaseDamaged, "\(network) is damaged", .command(["doctor", "--deep"]))
      case .readOnly: (.readOnly, "\(network) can't be written", .help("environment"))
      default: (.ioError, "\(network) can't be used", .help("environment"))
      }
    return Failure(code, sentence + nothingSaved + ".", hint: hint, input: place)
  }
}
