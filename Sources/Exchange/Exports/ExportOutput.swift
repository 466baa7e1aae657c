internal import Files
internal import Storage

/// The target of an export: a stream, a file, or a folder.
///
/// A file or folder is written under a hidden name and renamed when it is complete.
package final class ExportOutput {
  /// The name of a file in each exported folder that lists all its other files.
  private static let marker = ".profilectl-export"
  /// The end of the hidden name of a folder that an export is replacing.
  private static let oldEnding = ".old"

  private enum Target {
    case stream((_ bytes: [UInt8]) throws -> Void)
    /// `path` is for messages. `real` is the same path without links, `.` and `..`: a path that
    /// leads through the folder itself ends when the folder is renamed.
    case path(String, real: String, hidden: String, isFolder: Bool)
  }

  /// The users who may read the files, if the umask permits it.
  package enum Readers: Sendable {
    case owner, everyone

    fileprivate var modes: (file: UInt32, folder: UInt32) {
      self == .owner ? (0o600, 0o700) : (0o644, 0o755)
    }
  }

  private let target: Target
  private let modes: (file: UInt32, folder: UInt32)
  /// The file or folder that the export replaces.
  private let old: FileStamp?
  private let goesOn: () -> Bool
  /// The bytes written so far, of all files together.
  package fileprivate(set) var byteCount: Int64 = 0

  /// `write` gets the bytes of a stream as they come.
  ///
  /// `goesOn` is called before each write; false ends the export.
  package init(
    while goesOn: @escaping () -> Bool = { true }, writing write: @escaping ([UInt8]) throws -> Void
  ) {
    target = .stream(write)
    modes = Readers.owner.modes
    old = nil
    self.goesOn = goesOn
  }

  /// `path` does not end in a slash; `goesOn` is called now and then, and false ends the export.
  package init(
    path: String, isFolder: Bool, for readers: Readers = .owner,
    while goesOn: @escaping () -> Bool
  ) throws(ExchangeError) {
    let real = RealPath.resolve(path)
    let (folder, start) = ExportOutput.hiddenNames(of: real)
    let hidden = "\(folder)\(start)\(Folder.processNumber)"
    target = .path(path, real: real, hidden: hidden, isFolder: isFolder)
    let modes = readers.modes
    self.modes = modes
    old = FileStamp(of: real)
    self.goesOn = goesOn
    Folder.removeAll(hidden)
    if isFolder {
      try naming(path, .make) { () throws(FileError) in
        try Folder.make(hidden, mode: modes.folder)
      }
    }
  }

  /// The folder of a target, with a slash, and the beginning of the hidden names of its exports.
  private static func hiddenNames(of real: String) -> (folder: String, start: String) {
    let slash = real.utf8.lastIndex(of: UInt8(ascii: "/"))
    let name = slash.map { real.utf8.index(after: $0) } ?? real.startIndex
    return (String(real[..<name]), ".\(real[name...]).profilectl-")
  }

  /// Removes the files and folders of killed exports to a target.
  ///
  /// A folder that a killed export was replacing gets its name back, unless the new folder has it.
  /// Call this before reading `presence`.
  package static func recover(_ path: String) {
    let real = RealPath.resolve(path)
    let (folder, start) = hiddenNames(of: real)
    for name in (try? Folder.names(folder)) ?? [] {
      guard name.hasPrefix(start) else { continue }
      let ending = name.dropFirst(start.count)
      let isOld = ending.hasSuffix(oldEnding)
      guard let process = Int32(isOld ? ending.dropLast(oldEnding.count) : ending),
        !Folder.isRunning(process)
      else { continue }
      if isOld, FileStamp(of: real) == nil {
        try? Folder.rename(folder + name, to: real)
      } else {
        Folder.removeAll(folder + name)
      }
    }
  }

  /// The kind of file at a target.
  package enum Presence: Sendable {
    case nothing
    /// A file, an empty folder, or an exported folder without added files.
    case replaceable
    case obstructed(TargetObstacle)
  }

  package static func presence(of path: String, isFolder: Bool) -> Presence {
    guard let stamp = FileStamp(of: path) else { return .nothing }
    if stamp.isLink { return .obstructed(.link) }
    if !isFolder { return stamp.isRegular ? .replaceable : .obstructed(.notPlain) }
    guard stamp.isFolder else { return .obstructed(.noFolder) }
    let names = (try? Folder.contents(path)) ?? [""]
    return exportedNames(path).isSuperset(of: names) ? .replaceable : .obstructed(.otherFolder)
  }

  /// The paths that an export made in its folder; none if the folder is no export.
  private static func exportedNames(_ path: String) -> Set<String> {
    guard let bytes = try? WholeFile.read("\(path)/\(marker)", atMost: 64 << 20) else { return [] }
    return Set(bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) } + [marker])
  }

  /// A new file of the export; the name is empty unless the export is a folder.
  func file(_ name: String = "") throws -> ByteWriter {
    let goesOn = goesOn
    switch target {
    case .stream(let write):
      return ByteWriter(self) { bytes in
        if !goesOn() { throw ExchangeError.interrupted }
        try write(bytes)
      }
    case .path(let target, _, let hidden, let isFolder):
      let path = isFolder ? "\(hidden)/\(name)" : hidden
      let output = try naming(target, .make) { () throws(FileError) in
        FileOutput(try Descriptor(making: path, mode: self.modes.file))
      }
      return ByteWriter(self) { bytes in
        if !goesOn() { throw ExchangeError.interrupted }
        try self.naming(target) { () throws(FileError) in try output.write(bytes) }
      }
    }
  }

  /// Runs `body`, and reports its errors about a hidden file as errors about the target.
  private func naming<Value>(
    _ target: String, _ operation: FileError.Operation? = nil,
    _ body: () throws(FileError) -> Value
  ) throws(ExchangeError) -> Value {
    do throws(FileError) {
      return try body()
    } catch {
      throw .export(FileError(target, operation ?? error.operation, error.reason), old: old)
    }
  }

  /// Makes a file of the export with all its bytes.
  func write(_ bytes: [UInt8], to name: String) throws {
    let file = try file(name)
    try file.append(bytes)
    try file.flush()
  }

  /// Makes a file of the export with a picture.
  func write(_ picture: StreamedPicture, to name: String) throws {
    let file = try file(name)
    try picture.pieces { try file.append($0) }
    try file.flush()
  }

  func folder(_ name: String) throws(ExchangeError) {
    guard case .path(let target, _, let hidden, _) = target else { return }
    try naming(target) { () throws(FileError) in
      try Folder.make("\(hidden)/\(name)", mode: self.modes.folder)
    }
  }

  /// Gives the complete export its name, and removes the file or folder that had the name.
  package func publish() throws(ExchangeError) {
    guard case .path(let path, let real, let hidden, let isFolder) = target else { return }
    try naming(path) { () throws(FileError) in
      if isFolder {
        let names = try Folder.contents(hidden).sorted().map { $0 + "\n" }.joined()
        try Descriptor(making: "\(hidden)/\(ExportOutput.marker)").write(Array(names.utf8))
      }
      // Otherwise a crash could leave the new name with a part of the content.
      try Folder.syncAll(hidden)
      if isFolder, FileStamp(of: real) != nil {
        let old = hidden + ExportOutput.oldEnding
        try Folder.rename(real, to: old)
        do throws(FileError) {
          try Folder.rename(hidden, to: real)
        } catch {
          try Folder.rename(old, to: real)
          throw error
        }
        Folder.removeAll(old)
      } else {
        try Folder.rename(hidden, to: real)
      }
    }
  }

  /// Removes the unfinished export.
  package func discard() {
    if case .path(_, _, let hidden, _) = target { Folder.removeAll(hidden) }
  }
}

/// Owns the descriptor of one file of an export.
private final class FileOutput {
  private let file: Descriptor

  init(_ file: consuming Descriptor) {
    self.file = file
  }

  func write(_ bytes: [UInt8]) throws(FileError) { try file.write(bytes) }
}

/// Gathers bytes and writes them in pieces.
final class ByteWriter {
  private let output: ExportOutput
  private let write: ([UInt8]) throws -> Void
  private var buffer: [UInt8] = []

  init(_ output: ExportOutput, _ write: @escaping ([UInt8]) throws -> Void) {
    self.output = output
    self.write = write
    buffer.reserveCapacity(2 * chunkSize)
  }

  func append(_ bytes: [UInt8]) throws {
    buffer += bytes
    if buffer.count >= chunkSize { try flush() }
  }

  func append(_ text: String) throws {
    buffer += text.utf8
    if buffer.count >= chunkSize { try flush() }
  }

  /// Must be called at the end.
  func flush() throws {
    if buffer.isEmpty { return }
    output.byteCount += Int64(buffer.count)
    try write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}
