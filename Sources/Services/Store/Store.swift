internal import Model
internal import SQLite

/// One network's file, and the two ways into it: snapshots for reading, the writer for deeds.
///
/// Connections are opened when first needed. A store belongs to one thread; its writer brings its
/// own queue.
final class Store {
  /// Hardly a command by itself reads so often: it is the browser, a prompt, a script or a long
  /// list.
  private static let manyReadings = 4

  let writer: Writer
  let file: DatabaseFile
  let interrupts: Interrupts
  private var reader: Connection?
  /// How often the reader was asked.
  private var readings = 0
  /// The transaction that everything shares while `together` runs.
  private(set) var shared: Writing?

  init(file: DatabaseFile, patience: Patience, interrupts: Interrupts) {
    self.file = file
    self.interrupts = interrupts
    writer = Writer(file: file, patience: patience, interrupts: interrupts)
  }

  /// The reader goes first, because the writer is the one to put the log away.
  deinit {
    reader = nil
  }

  /// A store with connections of its own.
  func another() -> Store {
    Store(
      file: file, patience: Patience(seconds: Int(file.wait.components.seconds)),
      interrupts: interrupts)
  }

  /// The same for what has to be done though somebody asks to stop: nobody waits for it long.
  func unstoppable() -> Store {
    Store(
      file: file, patience: Patience(seconds: 1),
      interrupts: Interrupts(beforeCommit: interrupts.beforeCommit))
  }

  var path: String { file.path }

  /// Of a database and of all that may lie beside it, whether it is there or not.
  static func paths(of path: String) -> [String] { DatabaseFile.paths(of: path) }

  /// Refuses a name under which a new file would be lost, or can't be made.
  static func checkName(_ path: String) throws(ServiceError) {
    try translatingErrors { try DatabaseFile.checkName(path) }
  }

  /// Runs `body`, which waits for others as long as this store does.
  func translating<Value>(_ body: () throws -> Value) throws(ServiceError) -> Value {
    try translatingErrors(wait: file.wait, isStopped: interrupts.isAsked, body)
  }

  /// Runs `body` on one consistent view of the network.
  func read<Value>(_ body: (Reading) throws -> Value) throws(ServiceError) -> Value {
    if let shared {
      return try translatingErrors {
        try shared.connection.runDeferred()
        return try body(shared.reading)
      }
    }
    return try translating {
      try letGoIfLost()
      let connection = try openedReader()
      defer { letGo(of: connection) }
      return try connection.snapshot { try body(Reading(connection: connection)) }
    }
  }

  /// Everything that `body` reads is of one moment.
  func atOneMoment<Value>(
    _ body: () throws(ServiceError) -> Value
  ) throws(ServiceError) -> Value {
    try read { _ in try body() }
  }

  /// Runs `body` and tells how each different statement that it read with is answered.
  func explain(_ body: () throws -> Void) throws -> [Explanation] {
    let connection = try translating { try shared?.connection ?? openedReader() }
    var seen: [SQL] = []
    connection.observer = { sql in
      let asks = sql.text.hasPrefix("SELECT") || sql.text.hasPrefix("WITH")
      if asks, !seen.contains(where: { $0.text == sql.text }) {
        seen.append(sql)
      }
    }
    defer {
      connection.observer = nil
      letGo(of: connection)
    }
    try body()
    connection.observer = nil
    return try translating {
      try seen.map { sql in
        let plan = try connection.queryPlan(of: sql)
        return Explanation(
          statement: sql.text, plan: plan.map { Explanation.Step($0.line, depth: $0.depth) })
      }
    }
  }

  private func openedReader() throws -> Connection {
    if let reader {
      readings += 1
      if readings == Store.manyReadings { try? reader.keep(.usual) }
      return reader
    }
    let opened = try file.reader()
    opened.stop(when: interrupts.isAsked)
    (reader, readings) = (opened, 1)
    return opened
  }

  /// Drops a reader that can't be kept, when the last who reads with it is done.
  private func letGo(of connection: Connection) {
    let isInUse = connection.isInTransaction || connection.observer != nil
    if !isInUse, !file.canKeep(connection) { reader = nil }
  }

  /// Who has it open for long would be answered from files that nobody else sees: they are let go
  /// of, and what only they have is in the network by then, where it may be.
  func letGoIfLost() throws {
    if reader?.isInTransaction == true { return }
    do throws(DatabaseError) {
      try file.requireInPlace()
    } catch {
      reader = nil
      writer.close()
      throw error
    }
  }

  /// Does one deed, all or nothing.
  ///
  /// Within `together` it is a part of the shared transaction; else it is on disk when this
  /// returns.
  func perform<Value: Sendable>(
    isRehearsal: Bool = false, _ work: @escaping @Sendable (Writing) throws -> Value
  ) throws(ServiceError) -> Value {
    guard let shared else {
      try translating { try letGoIfLost() }
      return try writer.perform(isRehearsal: isRehearsal, work)
    }
    return try translatingErrors { try shared.attempt(isRehearsal: isRehearsal, work) }
  }

  /// Does a deed that nobody asked for, if it can be done at once; nothing is said of one that
  /// can't.
  ///
  /// Within `together` it is left undone, because its trouble would be everybody's.
  func offer(_ work: (Writing) throws -> Void) {
    if shared == nil { try? writer.together(wait: .milliseconds(100), work) }
  }

  /// Runs `body` while all that is read and written shares one transaction, which is on disk when
  /// this returns and undone when `body` throws.
  ///
  /// What `body` throws is thrown on unchanged.
  func together<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      if let shared { return try shared.connection.savepoint(body) }
      try letGoIfLost()
      return try writer.together { writing in
        shared = writing
        defer { shared = nil }
        return try body()
      }
    } catch let error where error is DatabaseError || error is SQLiteError {
      throw ServiceError(error)
    }
  }

  /// A reader of its own.
  func separateReader() throws(ServiceError) -> Connection {
    try separateReaders()
  }

  /// Opens readers for whoever watches from another queue, on which it may be called.
  var separateReaders: @Sendable () throws(ServiceError) -> Connection {
    { [file, interrupts] () throws(ServiceError) in
      try translatingErrors {
        let opened = try file.reader()
        opened.stop(when: interrupts.isAsked)
        return opened
      }
    }
  }

  /// What tells of changes by any process.
  func watch() throws(ServiceError) -> ChangeWatch {
    try translatingErrors { try file.watch() }
  }
}
