/// One thing that a program did to its files, as the library of `faults.c` recorded it.
enum Operation: Equatable {
  case write(file: UInt64, offset: Int, bytes: [UInt8])
  case truncate(file: UInt64, length: Int)
  case sync(file: UInt64)
  case name(file: UInt64, path: String)
  case unlink(path: String)
  case rename(from: String, to: String)
  case syncFolder
  /// What was told on standard output.
  case acknowledge(String)

  /// Every operation of a log, in their order over all processes.
  static func all(in log: [UInt8]) -> [Operation] {
    var operations: [Operation] = []
    var place = 0
    while place + 32 <= log.count {
      let kind = integer(log, place, 4)
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

  private static func operation(
    _ kind: Int, _ file: UInt64, _ offset: Int, _ name: String, _ bytes: [UInt8]
  ) -> Operation {
    let names = name.split(separator: "\n").map(String.init)
    return switch kind {
    case 1: .write(file: file, offset: offset, bytes: bytes)
    case 2: .truncate(file: file, length: offset)
    case 3: .sync(file: file)
    case 4: .name(file: file, path: name)
    case 5: .unlink(path: name)
    case 6: .rename(from: names[0], to: names[1])
    case 7: .syncFolder
    default: .acknowledge(String(decoding: bytes, as: UTF8.self))
    }
  }

  private static func integer(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int {
    (0..<count).reversed().reduce(0) { $0 << 8 | Int(bytes[place + $1]) }
  }
}
