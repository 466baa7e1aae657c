/// One file operation of a program, as recorded by the library of `faults.c`.
enum Operation: Equatable {
  case write(file: UInt64, offset: Int, bytes: [UInt8])
  case truncate(file: UInt64, length: Int)
  case sync(file: UInt64)
  case name(file: UInt64, path: String)
  case unlink(path: String)
  case rename(from: String, to: String)
  case syncFolder(path: String)
  /// A folder was created or removed, or a mode was changed.
  case other(path: String)
  /// The operation failed without any effect.
  case failed(Kind, path: String)
  /// Text written to standard output.
  case acknowledge(String)

  /// The numbers that `faults.c` uses.
  enum Kind: Int {
    case write = 1
    case truncate, sync, name, unlink, rename, syncFolder, acknowledge, makeFolder, removeFolder
    case mode, failed
  }

  /// Whether this is a sync, successful or failed.
  var isSync: Bool {
    switch self {
    case .sync, .syncFolder, .failed(.sync, _), .failed(.syncFolder, _): true
    default: false
    }
  }

  /// Whether this is the removal of a name, successful or failed.
  var isRemoval: Bool {
    switch self {
    case .unlink, .failed(.unlink, _), .failed(.removeFolder, _): true
    default: false
    }
  }

  /// Every operation of a log and every write to standard output, in their order.
  static func all(in log: [UInt8]) -> [Operation] {
    var operations: [Operation] = []
    var place = 0
    while place + 32 <= log.count {
      let kind = Kind(rawValue: integer(log, place, 4)) ?? .failed
      let nameLength = integer(log, place + 4, 4)
      let file = UInt64(integer(log, place + 8, 8))
      let offset = integer(log, place + 16, 8)
      let length = integer(log, place + 24, 8)
      let name = String(decoding: log[place + 32..<place + 32 + nameLength], as: UTF8.self)
      let content = place + 32 + nameLength
      let bytes = Array(log[content..<content + length])
      operations.append(operation(kind, file, offset, name, bytes))
      place = content + length
    }
    return operations
  }

  /// The operations that count: the first is number 1 of `FAULTS_AT`.
  static func numbered(in log: [UInt8]) -> [Operation] {
    all(in: log).filter { if case .acknowledge = $0 { false } else { true } }
  }

  private static func operation(
    _ kind: Kind, _ file: UInt64, _ offset: Int, _ name: String, _ bytes: [UInt8]
  ) -> Operation {
    let names = name.split(separator: "\n").map(String.init)
    return switch kind {
    case .write: .write(file: file, offset: offset, bytes: bytes)
    case .truncate: .truncate(file: file, length: offset)
    case .sync: .sync(file: file)
    case .name: .name(file: file, path: name)
    case .unlink: .unlink(path: name)
    case .rename: .rename(from: names[0], to: names[1])
    case .syncFolder: .syncFolder(path: name)
    case .acknowledge: .acknowledge(String(decoding: bytes, as: UTF8.self))
    case .makeFolder, .removeFolder, .mode: .other(path: name)
    case .failed: .failed(Kind(rawValue: offset) ?? .failed, path: name)
    }
  }

  private static func integer(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int {
    (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
  }
}
