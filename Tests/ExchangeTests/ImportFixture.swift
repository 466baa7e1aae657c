import Exchange
import Files
import Model
import SQLiteStorage
import Services
import Storage
import Support

/// Imports into a real database in a temporary folder.
struct ImportFixture {
  let folder: TemporaryFolder
  let store: SQLiteStore
  var path: String { folder.file("net.db") }
  var network: Network { Network(store: store) }

  init() throws {
    folder = try TemporaryFolder()
    store = try SQLiteStore.create(at: folder.file("net.db"), patience: Patience(seconds: 5)).store
    try store.migrate()
  }

  /// The time of every import.
  static let now = Moment(seconds: 1_800_000_000)

  static func options(_ change: (inout ImportOptions) -> Void = { _ in }) -> ImportOptions {
    var options = ImportOptions(now: now)
    change(&options)
    return options
  }

  @discardableResult
  func add(_ handle: String) throws -> (id: User.ID, handle: Handle) {
    let draft = UserDraft(handle: try Handle(handle), createdAt: Moment(seconds: 1))
    return (try store.perform { try $0.insert(draft) }, draft.handle)
  }

  /// Imports the file or folder at a path.
  @discardableResult
  func take(
    _ path: String, _ options: ImportOptions = options(), from format: String? = nil
  ) throws -> ImportReport {
    try take([path], options, from: format)
  }

  /// Imports the files or folders at some paths together.
  @discardableResult
  func take(
    _ paths: [String], _ options: ImportOptions = options(), from format: String? = nil
  ) throws -> ImportReport {
    let inputs = try paths.map { path in
      try DetectedInput(try InputPath.open(path, InputMeter()), named: format)
    }
    let session = ImportSession(
      options, pictureSize: { head, _ in head.starts(with: [0x89]) ? (1, 1) : nil })
    if options.keepsGoing {
      var isFirst = true
      try session.run(inputs) { body in
        try store.queue.together { try body(try $0.importing(continuing: !isFirst)) }
        isFirst = false
      }
    } else {
      try store.queue.together { writing in
        try session.run(inputs, into: try writing.importing(continuing: false))
      }
    }
    return session.report
  }

  /// Imports a file with this content.
  @discardableResult
  func take(
    text: String, named name: String = "input", _ options: ImportOptions = options()
  ) throws -> ImportReport {
    try take(try folder.write(text, to: name), options)
  }

  @discardableResult
  func take(
    bytes: [UInt8], named name: String = "input", _ options: ImportOptions = options()
  ) throws -> ImportReport {
    try take(try folder.write(bytes, to: name), options)
  }

  /// The faults that a deep examination finds, including wrong counts.
  func faults() throws -> [Finding] { try store.examine(isDeep: true) }

  /// The lossless export.
  func dump(_ scope: ExportScope = ExportScope(includesPrivate: true)) throws -> String {
    try text(as: "ndjson", scope)
  }

  func text(
    as format: String, _ scope: ExportScope = ExportScope(), domain: String? = nil
  ) throws -> String {
    var bytes: [UInt8] = []
    try store.snapshot { reading in
      let output = ExportOutput { bytes += $0 }
      let export = try Export(reading, scope: scope, domain: domain, to: output, drawing: .none)
      if let format = ExportFormat.named(format) { try export.write(as: format) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Exports into a folder.
  func export(
    to path: String, as format: String, _ scope: ExportScope = ExportScope()
  ) throws {
    try store.snapshot { reading in
      let output = try ExportOutput(path: path, isFolder: true) { true }
      let export = try Export(reading, scope: scope, domain: nil, to: output, drawing: .none)
      if let format = ExportFormat.named(format) { try export.write(as: format) }
      try output.publish()
    }
  }

  func user(_ handle: String) throws -> User.ID? {
    try store.snapshot { try $0.userID(ifAny: try Handle(handle)) }
  }
}

extension ExportFormat {
  static func named(_ name: String) -> ExportFormat? { all.first { $0.name == name } }
}

extension SiteDrawing {
  /// Draws nothing, for exports that are no sites.
  static var none: SiteDrawing { SiteDrawing(style: [], script: []) { _ in [] } }
}
