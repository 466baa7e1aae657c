/// The files of a tar archive: POSIX.1-2017, pax, "ustar Interchange Format", with the long names
/// of GNU tar.
final class TarArchive: InputTree {
  let path: String
  private let store: any ByteStore
  private var entries = EntryList()

  var names: EntryNames { entries.names }
  var unsafeNames: [String] { entries.unsafe }

  static func isTar(_ head: [UInt8]) -> Bool {
    head.count >= 512 && head[257..<262].elementsEqual("ustar".utf8)
  }

  init(_ store: any ByteStore, _ path: String) throws(ExchangeError) {
    self.store = store
    self.path = path
    var offset: Int64 = 0
    var long: (name: String?, size: Int64?) = (nil, nil)
    while let header = try header(at: offset) {
      let size = long.size.flatMap { header.takesLongSize ? $0 : nil } ?? header.size
      let next = offset + 512 + (size + 511) / 512 * 512
      switch header.type {
      case "x":
        for (key, value) in try extended(at: offset + 512, size) {
          if key == "path" { long.name = value }
          if key == "size" {
            guard let size = Int64(value), TarArchive.sizes.contains(size) else {
              throw fault(.damaged("tar"))
            }
            long.size = size
          }
        }
        offset = next
        continue
      case "L":
        let bytes = try metadata(at: offset + 512, size)
        long.name = String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self) ?? "/"
        offset = next
        continue
      case "0", "\0", "7":
        try add(long.name ?? header.name, at: offset, size)
        if size != header.size { longSizes[offset] = size }
      case "5", "g": break
      default: try addUnsafe(long.name ?? header.name ?? "")
      }
      long = (nil, nil)
      offset = next
    }
    entries.sort()
  }

  /// The sizes that an entry may have.
  private static let sizes: Range<Int64> = 0..<1 << 40

  /// The sizes of pax, by the offsets of their entries.
  private var longSizes: [Int64: Int64] = [:]

  private func add(_ name: String?, at offset: Int64, _ size: Int64) throws(ExchangeError) {
    guard let whole = name, EntryList.isSafe(whole) else { return try addUnsafe(name ?? "") }
    var name = whole[...]
    while name.hasPrefix("./") { name = name.dropFirst(2) }
    if entries.isFull { throw fault(.over(.entries)) }
    // Reading the last byte detects an entry that is cut.
    if size > 0, try store.bytes(at: offset + 511 + size, upTo: 1).isEmpty { throw fault(.cut) }
    entries.append(String(name), at: offset)
    if entries.hasLongNames { throw fault(.over(.names)) }
  }

  private func addUnsafe(_ name: String) throws(ExchangeError) {
    if entries.isFull { throw fault(.over(.entries)) }
    entries.appendUnsafe(name)
    if entries.hasLongNames { throw fault(.over(.names)) }
  }

  private struct Header {
    /// Nil if it is not valid UTF-8.
    let name: String?
    let size: Int64
    let type: Character

    var takesLongSize: Bool { type != "x" && type != "L" }
  }

  /// Nil at the end of the archive.
  private func header(at offset: Int64) throws(ExchangeError) -> Header? {
    let block = try store.bytes(at: offset, upTo: 512)
    if block.isEmpty { return nil }
    guard block.count == 512 else { throw fault(.cut) }
    if block.allSatisfy({ $0 == 0 }) { return nil }
    let sum = block.enumerated().reduce(0) {
      $0 + ((148..<156).contains($1.offset) ? 32 : Int($1.element))
    }
    guard Int64(sum) == TarArchive.number(block[148..<156]) else { throw fault(.wrongChecksum) }
    guard let size = TarArchive.number(block[124..<136]), TarArchive.sizes.contains(size) else {
      throw fault(.damaged("tar"))
    }
    func text(_ range: Range<Int>) -> String? {
      String(validating: block[range].prefix { $0 != 0 }, as: UTF8.self)
    }
    let prefix = block[257..<263].elementsEqual("ustar\0".utf8) ? text(345..<500) ?? "/" : ""
    let name = text(0..<100).map { prefix.isEmpty ? $0 : "\(prefix)/\($0)" }
    return Header(name: name, size: size, type: Character(Unicode.Scalar(block[156])))
  }

  /// Octal digits, or a binary number whose first bit is set.
  private static func number(_ field: ArraySlice<UInt8>) -> Int64? {
    if let first = field.first, first & 0x80 != 0 {
      guard field.dropFirst().dropLast(7).allSatisfy({ $0 == 0 }), first == 0x80 else { return nil }
      return field.suffix(7).reduce(0) { $0 << 8 | Int64($1) }
    }
    let digits = field.drop { $0 == 32 }.prefix { (0x30...0x37).contains($0) }
    return digits.reduce(0) { $0 << 3 | Int64($1 - 0x30) }
  }

  private func metadata(at offset: Int64, _ size: Int64) throws(ExchangeError) -> [UInt8] {
    guard size <= 1 << 20 else { throw fault(.damaged("tar")) }
    let bytes = try store.bytes(at: offset, upTo: Int(size))
    guard bytes.count == Int(size) else { throw fault(.cut) }
    return bytes
  }

  /// Records of the form `LENGTH KEY=VALUE\n`.
  private func extended(
    at offset: Int64, _ size: Int64
  ) throws(ExchangeError) -> [(String, String)] {
    var records: [(String, String)] = []
    var rest = try metadata(at: offset, size)[...]
    while let blank = rest.firstIndex(of: 32) {
      guard let length = Int(String(decoding: rest[..<blank], as: UTF8.self)),
        length > blank - rest.startIndex + 1, length <= rest.count
      else { throw fault(.damaged("tar")) }
      let end = rest.startIndex + length
      let record = rest[(blank + 1)..<(end - 1)]
      rest = rest[end...]
      guard let sign = record.firstIndex(of: 0x3D),
        let key = String(validating: record[..<sign], as: UTF8.self)
      else { continue }
      let value = String(validating: record[(sign + 1)...], as: UTF8.self) ?? "/"
      records.append((key, value))
    }
    return records
  }

  func contains(_ name: String) -> Bool { entries.offset(of: name) != nil }

  func open(_ name: String) throws(ExchangeError) -> any ByteSource {
    guard let offset = entries.offset(of: name), let header = try header(at: offset) else {
      throw fault(.damaged("tar"))
    }
    return Section(
      store, at: offset + 512, count: longSizes[offset] ?? header.size,
      in: InputPosition(path(of: name)))
  }

  private func fault(_ fault: ArchiveFault) -> ExchangeError {
    .badArchive(InputPosition(path), fault)
  }
}
