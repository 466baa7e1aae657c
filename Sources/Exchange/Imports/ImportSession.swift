internal import Model
package import Storage

/// Takes the records of a source into a network, and counts the results.
///
/// An import that keeps going gathers records, and saves 5,000 at a time, or fewer large ones.
/// Follows and likes are saved 20,000 at a time, because each time changes most pages of an index.
package final class ImportSession {
  private static let batchWeight = 20_000
  private static let batchBytes = 8 << 20

  /// The result of one record.
  enum Result {
    case added, updated
    /// An edge counts as unchanged until it is added.
    case unchanged
    /// The same as an earlier record, which the source repeats by design.
    case merged
    case skipped(SkipReason, String)
  }

  package let options: ImportOptions
  package internal(set) var report = ImportReport()
  /// Reads the size of a picture; nil for bytes that are none.
  let pictureSize: (_ beginning: [UInt8], _ byteCount: Int) -> (width: Int, height: Int)?
  /// The position of the present record, which a format stores before it hands the record over.
  var position = InputPosition("")
  /// Reports one skipped, changed or refused item.
  let note: (_ place: InputPosition, _ reason: String, _ detail: String) throws -> Void
  /// Called after each record, with its kind and the number of records of that kind so far.
  ///
  /// The kind is nil in the call before the last rows are saved.
  let progress: (_ kind: ContentKind?, _ records: Int) -> Void
  var work: any NetworkImport {
    get throws {
      if let current { return current }
      throw StorageError.internal("An import writes outside a transaction.")
    }
  }
  private var current: (any NetworkImport)?
  private var records: [ContentKind: Int] = [:]

  /// The records of an import that keeps going, until they are saved.
  private var gathered: [(ContentKind, InputPosition, () throws -> Result)] = []
  /// Work that is not counted, and runs after the records.
  private var uncounted: [() throws -> Void] = []
  private var gatheredBytes = 0
  /// The weight of the gathered records: 1 for a follow or a like, 4 for any other.
  private var gatheredWeight = 0
  private var save: ((_ body: (any NetworkImport) throws -> Void) throws -> Void)?

  /// The owner of the current input.
  var owner: (id: User.ID, handle: Handle)?
  var known = KnownUsers()
  /// Whether the input was exported from this network without an address of its own.
  var isOwnExport = false
  /// The name that a source has for an owner.
  var ownerName: (source: String, id: User.ID, name: String)?
  let earlyLikes: EarlyLikes
  /// Whether notices of the import count as seen.
  var marksSeen = true
  var openInput = 0

  package init(
    _ options: ImportOptions, pictureSize: @escaping ([UInt8], Int) -> (width: Int, height: Int)?,
    note: @escaping (InputPosition, String, String) throws -> Void = { _, _, _ in },
    progress: @escaping (ContentKind?, Int) -> Void = { _, _ in }
  ) {
    self.options = options
    earlyLikes = EarlyLikes(in: options.temporaryFolder)
    self.pictureSize = pictureSize
    self.note = note
    self.progress = progress
  }

  /// Imports all inputs in one transaction.
  package func run(_ inputs: [DetectedInput], into work: any NetworkImport) throws {
    current = work
    defer { current = nil }
    try read(inputs)
    try settle(isLast: true)
  }

  /// Imports in several transactions; `save` runs each to its end.
  package func run(
    _ inputs: [DetectedInput],
    saving save: @escaping (_ body: (any NetworkImport) throws -> Void) throws -> Void
  ) throws {
    self.save = save
    defer { self.save = nil }
    try read(inputs)
    try flush(isLast: true)
  }

  private func read(_ inputs: [DetectedInput]) throws {
    for input in inputs {
      openInput = report.inputs.count
      report.inputs.append(
        ImportReport.Input(path: input.tree.path, format: input.format.name, owner: nil))
      position = InputPosition(input.path)
      for name in input.tree.unsafeNames { try skip(.unsafeName, name) }
      owner = nil
      isOwnExport = false
      if options.keepsGoing { try input.tree.check() }
      let before = records
      try input.format.read(input.tree, self)
      if records == before, try !input.fits() {
        throw ExchangeError.unsupported(path: input.path, .noRecord(of: input.format.name))
      }
      // The gathered records belong to this owner.
      try flush(isLast: false)
    }
    try takeEarlyLikes()
  }

  private func settle(isLast: Bool) throws {
    if isLast { progress(nil, 0) }
    let settled = try work.settle(isLast: isLast, marksSeen: marksSeen)
    for (kind, count) in [(ContentKind.follows, settled.follows), (.likes, settled.likes)] {
      report[kind].added += count
      report[kind].unchanged -= count
    }
    report[.posts].updated += settled.references
    report[.posts].unchanged -= settled.references
  }

  // MARK: Records

  /// Takes one record: applies it now, or gathers it for the next batch.
  ///
  /// `bytes` is its size in memory.
  func take(
    _ kind: ContentKind, weighing bytes: Int = 0,
    _ body: @escaping () throws -> Result
  ) throws {
    let count = records[kind, default: 0] + 1
    records[kind] = count
    progress(kind, count)
    if save == nil { return try apply(kind, body) }
    gathered.append((kind, position, body))
    let isEdge = kind == .follows || kind == .likes
    gatheredWeight += isEdge ? 1 : 4
    if gatheredWeight >= ImportSession.batchWeight { return try flush(isLast: false) }
    try weigh(bytes)
  }

  /// Takes work that is not counted, such as a read mark.
  func takeUncounted(_ body: @escaping () throws -> Void) throws {
    let body = { [self, position] in
      self.position = position
      do { try body() } catch let refusal as RecordRefusal { try note(refusal) }
    }
    if save == nil { return try body() }
    uncounted.append(body)
    if 4 * uncounted.count >= ImportSession.batchWeight { try flush(isLast: false) }
  }

  /// Adds to the size of the gathered records, and saves them if they are large.
  func weigh(_ bytes: Int) throws {
    gatheredBytes += bytes
    if save != nil, gatheredBytes > ImportSession.batchBytes { try flush(isLast: false) }
  }

  private func flush(isLast: Bool) throws {
    guard let save, isLast || !gathered.isEmpty || !uncounted.isEmpty else { return }
    let batch = gathered
    let others = uncounted
    (gathered, uncounted, gatheredBytes, gatheredWeight) = ([], [], 0, 0)
    let before = report
    let present = position
    defer { position = present }
    do {
      try save { work in
        current = work
        defer { current = nil }
        for (kind, position, body) in batch {
          self.position = position
          try apply(kind, body)
        }
        for body in others { try body() }
        try settle(isLast: isLast)
      }
    } catch {
      report = before
      throw error
    }
  }

  private func apply(_ kind: ContentKind, _ body: () throws -> Result) throws {
    do {
      switch try body() {
      case .added: report[kind].added += 1
      case .updated: report[kind].updated += 1
      case .unchanged: report[kind].unchanged += 1
      case .merged: break
      case .skipped(let reason, let detail): try skip(reason, detail)
      }
    } catch let refusal as RecordRefusal {
      try note(refusal)
      report[kind].refused += 1
    }
  }

  /// Notes a refusal; it ends the import, unless the import keeps going.
  private func note(_ refusal: RecordRefusal) throws {
    guard options.keepsGoing else { throw ExchangeError.refused(refusal) }
    report.refused[refusal.reason, default: 0] += 1
    if report.refusals.count < 1_000 { report.refusals.append(refusal) }
  }

  /// Counts a record that is left out, unless the part it belongs to is not chosen.
  func skip(_ reason: SkipReason, _ detail: String, of part: ImportOptions.Part? = nil) throws {
    if let part, !options.parts.contains(part) { return }
    report.skipped[reason, default: 0] += 1
    try note(position, reason.rawValue, detail)
  }

  func change(_ reason: ChangeReason, _ detail: String) throws {
    report.changed[reason, default: 0] += 1
    try note(position, reason.rawValue, detail)
  }

  /// Notes a refusal of a record that can't be applied at all.
  func refuse(_ kind: ContentKind, _ refusal: RecordRefusal) throws {
    if let part = kind.part, !options.parts.contains(part) { return }
    try take(kind) { throw refusal }
  }

  func refuse(_ kind: ContentKind, _ reason: RecordRefusal.Reason, _ detail: String) throws {
    try refuse(kind, refusal(reason, detail))
  }

  func refusal(_ reason: RecordRefusal.Reason, _ detail: String) -> RecordRefusal {
    RecordRefusal(position, reason, detail)
  }

  /// Reads a value, whose position becomes that of the record.
  func value(of json: JSONReader) throws(ExchangeError) -> JSONTree {
    _ = try json.peek()
    position = json.place
    return try json.value()
  }
}
