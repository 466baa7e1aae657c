internal import Crypto
internal import Model
internal import Storage

/// Gives each new deed a clock after those of the deeds that it replaces or settles.
///
/// The clock is final when the deed is noted. So a deed that is signed a second time, because its
/// row was copied from an older state of the file, does not replace the deeds after it.
final class DeedClocks {
  private let tables: SharedTables
  private let keyring: Keyring
  /// The clocks of the unsent deeds that were read, by the things that they change.
  private var unsent: [Thing: Int64] = [:]
  /// The number from which unsent deeds were read.
  private var start = Int64.max

  init(_ tables: SharedTables, _ keyring: Keyring) {
    (self.tables, self.keyring) = (tables, keyring)
  }

  /// The clock of a deed, not before `earliest`, which is the present or later.
  ///
  /// `newest` is the greatest number of an unsent deed, which is not below the clocks of all.
  func clock(
    of act: Deed.Act, by actor: LastingName, from earliest: Int64, newest: Int64
  ) throws -> Int64 {
    if act.kind == .post || act.kind == .user { return earliest }
    guard let thing = Thing(of: Deed(act, clock: earliest), line: [], by: actor) else {
      return earliest
    }
    let latest = max(
      try latestSigned(before: act, on: thing, by: actor, from: earliest),
      newest < earliest ? 0 : try latestUnsent(on: thing, from: earliest))
    return max(earliest, min(latest + 1, Deed.latestClock))
  }

  /// Adds a deed that was noted.
  func add(_ deed: Deed, line: [UInt8], by signer: LastingName) {
    if start == .max { return }
    guard let thing = Thing(of: deed, line: line, by: signer) else { return }
    unsent[thing] = max(unsent[thing] ?? 0, deed.clock)
  }

  // MARK: Signed deeds

  /// The greatest clock of the deeds that a new one replaces or settles; 0 if all are earlier.
  private func latestSigned(
    before act: Deed.Act, on thing: Thing, by actor: LastingName, from earliest: Int64
  ) throws -> Int64 {
    let settled: [Thing] =
      switch thing {
      case .edge(let edge) where edge.kind == .flag: [.reports(of: edge.target)]
      case .reports(let post):
        try tables.things(beginning: Thing.edgePrefix(of: .flag, to: post))
          .compactMap { Thing($0) }
      default: []
      }
    // Ranks have the clocks, so deeds are seldom decoded.
    let isLate = try ([thing] + settled).contains { thing in
      try tables.deeds(on: thing.bytes).contains { Rank(stored: $0.rank).clock >= earliest }
    }
    if !isLate { return 0 }
    let evaluation = try Evaluation(tables)
    let rivals = try evaluation.deeds(on: thing).filter { other in
      other.deed.act.kind.replaces(act.kind) && (other.actor == actor || act.kind.isOfKeepers)
    }
    let reports = try settled.flatMap { try evaluation.deeds(on: $0) }
    return (rivals + reports).map(\.deed.clock).max() ?? 0
  }

  // MARK: Unsent deeds

  /// The greatest clock of the unsent deeds on a thing; 0 if all are earlier.
  private func latestUnsent(on thing: Thing, from earliest: Int64) throws -> Int64 {
    if earliest < start { try read(from: earliest) }
    return unsent[thing] ?? 0
  }

  private func read(from number: Int64) throws {
    start = number
    var keys: [LastingName: MachineKey] = [:]
    try tables.eachUnsent(from: number) { row in
      guard let key = try keys[row.signer] ?? keyring.key(of: row.signer),
        key.code(line: row.line, words: row.words).matches(row.code),
        case .deed(let deed) = DeedReading(line: row.line, words: row.words)
      else { return }
      keys[row.signer] = key
      add(deed, line: row.line, by: row.signer)
    }
  }
}

extension DeedKind {
  /// Whether a deed of this kind gives a value that one of another kind replaces.
  fileprivate func replaces(_ other: DeedKind) -> Bool {
    self == other || self == .post && other == .edit
  }

  /// Whether deeds of different keepers replace each other.
  fileprivate var isOfKeepers: Bool { [.network, .revoke, .settle].contains(self) }
}
