import CommandLine
import Files
import Model
import Seeding
import Services
import Sharing
import Storage
import Terminal

/// Opens the network for the first line that needs it.
///
/// Later lines use the same network, and each sets how long to wait for a busy database.
final class NetworkAccess {
  private static let interrupts = Interrupts(
    beforeCommit: Interruption.hold, isAsked: { Interruption.pending != nil })

  private let environment: ProcessEnvironment
  private let streams: Streams
  /// Nil until a line has opened it.
  private(set) var current: Network?
  /// The database that was used or tried last.
  private(set) var place: ProcessEnvironment.DatabasePlace?
  /// Finds the acting user of the line that runs, for changes by a keeper of a shared network.
  var acting: (() -> Viewer)?
  /// Whether the network was created for a script, and no line has saved anything since.
  var isMadeForLines = false

  init(_ environment: ProcessEnvironment, streams: Streams) {
    self.environment = environment
    self.streams = streams
  }

  /// A copy with its own connections, for another thread.
  func withOwnConnections(streams: Streams) -> NetworkAccess {
    let other = NetworkAccess(environment, streams: streams)
    (other.current, other.place) = (current?.withOwnConnections(), place)
    return other
  }

  /// The network in the database, which must exist.
  func network(_ options: GlobalOptions) throws -> Network {
    if let network = openNetwork(options) { return network }
    let network = try engines(options).open(choosePlace(options).path)
    current = network
    return network
  }

  /// The network that an earlier line opened, with the patience of this line.
  ///
  /// Lines that share a transaction share its patience.
  @discardableResult func openNetwork(_ options: GlobalOptions) -> Network? {
    guard let current else { return nil }
    if !streams.isHolding { current.wait(options.patience) }
    return current
  }

  /// The network in the database, created if it is missing, and whether it was missing.
  ///
  /// On a server few commands create one: a mistyped URL must not leave a network in another
  /// program's database.
  func networkMadeIfMissing(
    _ options: GlobalOptions, evenOnServer: Bool = false
  ) throws -> (network: Network, isNew: Bool) {
    if let network = openNetwork(options) { return (network, isMadeForLines) }
    let place = try placeForNew(options)
    if place.isServer, !evenOnServer { return (try network(options), false) }
    // A signal leaves a complete database, or none.
    Interruption.hold()
    defer { Interruption.release() }
    let made = try engines(options).create(place.path)
    try made.network.migrate()
    current = made.network
    return made
  }

  /// The network in the database; nil if there is no database.
  func networkIfThere(_ options: GlobalOptions) throws -> Network? {
    do {
      return try network(options)
    } catch ServiceError.storage(.file(.missing)) {
      return nil
    }
  }

  /// The network for a dry run: that in the database, otherwise a temporary empty one.
  func networkOrScratch(
    _ options: GlobalOptions, evenForServer: Bool = false
  ) throws -> Network {
    let place = try choosePlace(options)
    if place.isServer, !evenForServer { return try network(options) }
    if let network = try networkIfThere(options) { return network }
    // A dry run doesn't make the program's own folder.
    let path =
      place.ownFolder == nil && !place.isServer
      ? place.path : "\(try environment.temporaryFolder())/profilectl.db"
    return try engines(options).scratch(beside: path)
  }

  /// Copies all readable rows of the database, which may be damaged, into a new file.
  ///
  /// Does not open the database as a network.
  func salvage(
    to target: String, isDryRun: Bool, _ options: GlobalOptions
  ) throws -> [Finding] {
    let path = try current?.file.path ?? choosePlace(options).path
    return try engines(options).salvage(path, to: target, isDryRun: isDryRun)
  }

  /// Plans a synthetic network, until a signal asks to stop.
  func plan(_ order: SeedOrder, _ report: LoadReport) throws -> SeedPlan {
    try asServiceErrors { try SeedPlan(order, interrupts: NetworkAccess.interrupts, report) }
  }

  /// Adds a planned network to the database; a missing database is created with all of it, or not
  /// at all.
  func seed(
    _ plan: SeedPlan, _ options: GlobalOptions, _ report: @escaping LoadReport
  ) throws {
    Interruption.hold()
    if let network = try networkIfThere(options) { return try network.load(plan.network, report) }
    let place = try placeForNew(options)
    do throws(ServiceError) {
      try engines(options).create(place.path) { try $0.load(plan.network, report) }
    } catch {
      // Another process may have created the database meanwhile.
      guard case .storage(.target(_, .exists)) = error, let network = try networkIfThere(options)
      else { throw error }
      try network.load(plan.network, report)
    }
  }

  /// Runs an import into the database; a missing database is created with all of it, or not at all.
  ///
  /// Errors of `body` pass unchanged.
  func take(
    isDryRun: Bool, _ options: GlobalOptions, _ body: @escaping (any Writing) throws -> Void
  ) throws {
    if isDryRun {
      return try networkOrScratch(options, evenForServer: true).take(isDryRun: true, body)
    }
    Interruption.hold()
    if let network = try networkIfThere(options) { return try network.take(body) }
    let place = try placeForNew(options)
    var failure: (any Error)?
    do throws(ServiceError) {
      try engines(options).create(place.path) { writing in
        do {
          try body(writing)
        } catch {
          failure = error
          throw error
        }
      }
    } catch {
      if let failure { throw StorageError(failure) == nil ? failure : error }
      throw error
    }
  }

  /// Makes the database with everything that `fill` stores, or none; it must not exist.
  func fillNew<Value>(
    _ options: GlobalOptions, _ fill: (any MergeTarget) throws -> Value
  ) throws -> Value {
    Interruption.hold()
    return try engines(options).fill(newFileAt: try placeForNew(options).path, fill)
  }

  /// Copies a network to another place; errors name the place where they arose.
  func migrate(
    from source: String, to target: String, _ options: GlobalOptions,
    _ report: @escaping LoadReport
  ) throws -> Migrated {
    let places = try [source, target].map { try environment.databasePlace(named: $0) }
    let (from, to) = (places[0], places[1])
    let engines = engines(options)
    place = from
    return try throwingServiceErrors {
      if from.path == to.path || engines.areOne(from.path, to.path) {
        throw StorageError.migration(.samePlace)
      }
      return try engines.migrate(from: from.path) { source in
        place = to
        return try engines.migrate(to: to.path) { target in
          let migration = Migration(from: source, to: target, report)
          // The examination takes time, so the target is looked for before it.
          place = from
          try migration.examine()
          place = to
          return try migration.run()
        }
      }
    }
  }

  private func engines(_ options: GlobalOptions) -> Engines {
    let environment = environment
    return Engines(
      patience: options.patience, interrupts: NetworkAccess.interrupts
    ) { [weak self] target in
      let maker = try SharingService.wrap(
        keys: environment.keyFolder(), clock: environment.present,
        acting: { self?.acting?() ?? .nobody })
      return try maker(target)
    }
  }

  /// The database that the options name, or that of the environment.
  private func choosePlace(_ options: GlobalOptions) throws -> ProcessEnvironment.DatabasePlace {
    let chosen = try environment.databasePlace(for: options)
    place = chosen
    return chosen
  }

  /// The same database; the program's own folder is made if it is missing.
  private func placeForNew(_ options: GlobalOptions) throws -> ProcessEnvironment.DatabasePlace {
    let chosen = try choosePlace(options)
    if let folder = chosen.ownFolder { try PrivateFolder(path: folder).make() }
    return chosen
  }
}

extension GlobalOptions {
  fileprivate var patience: Patience { Patience(seconds: wait) }
}
