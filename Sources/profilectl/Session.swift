import Model
import Rendering
import Services
import Terminal

/// What a command may use while it runs: what was asked of the program as a whole, the network, who
/// is acting, and the streams an answer leaves by.
///
/// What a command doesn't ask for is never opened.
final class Session {
  let options: GlobalOptions
  let surroundings: Surroundings
  let traits: Traits
  /// What the process ends with when nothing fails.
  var status = ExitStatus.done
  private var opened: Network?

  private(set) var context: FailureContext

  init(
    options: GlobalOptions, context: FailureContext, in surroundings: Surroundings, now: Moment
  ) throws {
    self.options = options
    self.context = context
    self.surroundings = surroundings
    traits = try surroundings.traits(for: options, now: now)
  }

  var now: Moment { traits.now }
  var inputIsTerminal: Bool { surroundings.console.isTerminal(.input) }

  /// The network in the database, which must exist.
  func network() throws -> Network {
    if let opened { return opened }
    let place = try surroundings.databasePlace(for: options)
    context.database = place.path
    return keep(
      try Network.open(
        at: place.path, patience: patience, beforeCommit: Interruption.hold))
  }

  /// The network in the database, which is made if there is none; and whether there was none.
  func networkMadeIfMissing() throws -> (network: Network, isNew: Bool) {
    let place = try surroundings.databasePlace(for: options)
    context.database = place.path
    if let folder = place.ownFolder { try PrivateFolder(path: folder).make() }
    let made = try Network.create(
      at: place.path, patience: patience, beforeCommit: Interruption.hold)
    return (keep(made.network), made.isNew)
  }

  /// Who acts: `--as`, else `PROFILECTL_USER`, else who logged in on this database.
  func viewer() throws -> Viewer {
    try acting().viewer
  }

  /// Who acts, and what says so.
  func acting() throws -> ActingUser {
    if let handle = options.user { return .option(handle) }
    let chosen = try ValueKind.handle.value(
      of: "PROFILECTL_USER", in: surroundings.environment, now: now)
    if let chosen { return .variable(chosen) }
    guard let login = try logins().current() else { return .nobody }
    return .login(login)
  }

  /// Who logged in on this database, and earlier ones.
  func logins() throws -> Logins {
    Logins(folder: try surroundings.stateFolder(), database: try network().file.path)
  }

  /// Tells of an error that stopped the command, and says what the process ends with.
  func report(_ error: any Error) -> ExitStatus {
    surroundings.report(error, context, as: options.format)
  }

  /// Tells of what was refused while the rest went on.
  func complain(of refusal: any Error) {
    _ = report(refusal)
    status = .no
  }

  private func keep(_ network: Network) -> Network {
    opened = network
    return network
  }

  private var patience: Patience { Patience(seconds: options.wait) }

  /// Sends an answer to standard output.
  func answer(_ output: Output) throws(ConsoleError) {
    try surroundings.console.write(output.bytes)
  }

  /// Sends an answer about a write, unless nothing but answers was asked for.
  func confirm(_ output: Output) throws(ConsoleError) {
    context.isSaved = true
    if recordFormat == nil, options.isQuiet { return }
    try answer(output)
  }
}
