/// A value of DAG-CBOR, the part of RFC 8949 that AT Protocol uses.
enum CBORValue: Equatable {
  case null
  case bool(Bool)
  case integer(Int64)
  case bytes([UInt8])
  case text(String)
  case array([CBORValue])
  case map([String: CBORValue])
  /// The bytes of a CID, the hash by which blocks refer to each other.
  case link([UInt8])
  /// A number that AT Protocol does not use.
  case other

  subscript(key: String) -> CBORValue {
    if case .map(let members) = self { return members[key] ?? .null }
    return .null
  }

  var string: String? { if case .text(let text) = self { text } else { nil } }
  var integer: Int64? { if case .integer(let number) = self { number } else { nil } }
  var list: [CBORValue] { if case .array(let elements) = self { elements } else { [] } }
  var link: [UInt8]? { if case .link(let cid) = self { cid } else { nil } }
}

/// Reads one value of DAG-CBOR; lengths are definite, and map keys are text.
struct CBORReader {
  private let bytes: [UInt8]
  private let place: InputPosition
  private(set) var position = 0
  private var depth = 0
  /// The values that may still come; a map weighs as much as eight.
  private var left = 65_536

  init(_ bytes: [UInt8], at place: InputPosition) {
    self.bytes = bytes
    self.place = place
  }

  /// The only value of the bytes.
  static func value(of bytes: [UInt8], at place: InputPosition) throws(ExchangeError) -> CBORValue {
    var reader = CBORReader(bytes, at: place)
    let value = try reader.value()
    if reader.position != bytes.count { throw reader.fault }
    return value
  }

  mutating func value() throws(ExchangeError) -> CBORValue {
    depth += 1
    defer { depth -= 1 }
    if depth > 64 { throw .badArchive(place, .over(.nesting)) }
    let first = try byte()
    let (kind, detail) = (first >> 5, first & 0x1F)
    left -= kind == 5 ? 8 : 1
    if left < 0 { throw .badArchive(place, .over(.values)) }
    if kind == 7 { return try simple(detail) }
    let argument = try argument(detail)
    switch kind {
    case 0: return .integer(argument)
    case 1: return .integer(-1 - argument)
    case 2: return .bytes(Array(try take(argument)))
    case 3: return .text(try UTF8Text.text(try take(argument), at: place))
    case 4:
      // Each element has a byte at least.
      guard argument <= bytes.count - position else { throw fault }
      var elements: [CBORValue] = []
      for _ in 0..<argument { elements.append(try value()) }
      return .array(elements)
    case 5:
      guard argument <= bytes.count - position else { throw fault }
      var members: [String: CBORValue] = [:]
      for _ in 0..<argument {
        guard case .text(let key) = try value() else { throw fault }
        members[key] = try value()
      }
      return .map(members)
    default:
      // Tag 42 marks a CID, which has a zero before it.
      guard argument == 42, case .bytes(let cid) = try value(), cid.first == 0 else { throw fault }
      return .link(Array(cid.dropFirst()))
    }
  }

  private mutating func simple(_ detail: UInt8) throws(ExchangeError) -> CBORValue {
    switch detail {
    case 20: return .bool(false)
    case 21: return .bool(true)
    case 22: return .null
    case 25, 26, 27:
      _ = try take(Int64(1 << (detail - 24)))
      return .other
    default: throw fault
    }
  }

  private mutating func argument(_ detail: UInt8) throws(ExchangeError) -> Int64 {
    if detail < 24 { return Int64(detail) }
    guard detail < 28 else { throw fault }
    let value = try take(Int64(1 << (detail - 24))).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard let number = Int64(exactly: value) else { throw fault }
    return number
  }

  private mutating func byte() throws(ExchangeError) -> UInt8 {
    guard position < bytes.count else { throw fault }
    defer { position += 1 }
    return bytes[position]
  }

  private mutating func take(_ count: Int64) throws(ExchangeError) -> ArraySlice<UInt8> {
    guard count <= bytes.count - position else { throw fault }
    defer { position += Int(count) }
    return bytes[position..<position + Int(count)]
  }

  private var fault: ExchangeError { .badArchive(place, .damaged("CBOR")) }
}

/// The blocks of a CAR file, version 1, found by their CID.
///
/// In memory are the offsets of the blocks, by a part of each hash.
final class CARFile {
  private static let mostBlocks = 1_000_000
  /// The limit of AT Protocol.
  static let largestBlock = 2 << 20

  let root: [UInt8]
  private let store: any ByteStore
  private let place: InputPosition
  private var blocks: [UInt64: Int64] = [:]
  /// The bytes that may still be read: each block several times, as records may share one.
  private var left: Int64 = 0

  init(_ store: any ByteStore, at place: InputPosition) throws(ExchangeError) {
    self.store = store
    self.place = place
    var offset: Int64 = 0
    let header = try CARFile.section(in: store, at: &offset, place)
    guard let header else { throw .badArchive(place, .cut) }
    let roots = try CBORReader.value(of: header, at: place)["roots"].list
    guard let root = roots.first?.link else { throw .badArchive(place, .damaged("CAR")) }
    self.root = root
    while true {
      let start = offset
      guard let section = try CARFile.section(in: store, at: &offset, place) else { return }
      let cid = try cid(of: section)
      left += 8 * Int64(section.count)
      blocks[CARFile.part(of: cid)] = start
      if blocks.count > CARFile.mostBlocks { throw .badArchive(place, .over(.entries)) }
    }
  }

  /// Whether bytes begin as a CAR file does.
  static func begins(_ head: [UInt8]) -> Bool {
    guard head.count > 10, let (length, size) = varint(head[...]), length < 4_096 else {
      return false
    }
    var reader = CBORReader(Array(head.dropFirst(size)), at: InputPosition(""))
    return (try? reader.value()["roots"].list.isEmpty) == false
  }

  /// The content and the size of a block; nil without it.
  func block(_ cid: [UInt8]) throws(ExchangeError) -> (content: CBORValue, size: Int)? {
    guard var offset = blocks[CARFile.part(of: cid)],
      let section = try CARFile.section(in: store, at: &offset, place)
    else { return nil }
    left -= Int64(section.count)
    if left < 0 { throw .badArchive(place, .damaged("CAR: blocks lead to each other")) }
    let found = try self.cid(of: section)
    guard found == cid else { return nil }
    let content = try CBORReader.value(of: Array(section.dropFirst(cid.count)), at: place)
    return (content, section.count)
  }

  /// The CID at the beginning of a block: version 1, a codec, and a hash with its length.
  private func cid(of section: [UInt8]) throws(ExchangeError) -> [UInt8] {
    guard section.count >= 4, section[0] == 1, section[1] < 0x80, section[2] < 0x80,
      section.count >= 4 + Int(section[3])
    else { throw .badArchive(place, .damaged("CAR")) }
    return Array(section[..<(4 + Int(section[3]))])
  }

  private static func part(of cid: [UInt8]) -> UInt64 {
    cid.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// A section after its length; nil at the end.
  private static func section(
    in store: any ByteStore, at offset: inout Int64, _ place: InputPosition
  ) throws(ExchangeError) -> [UInt8]? {
    let head = try store.bytes(at: offset, upTo: 10)
    if head.isEmpty { return nil }
    guard let (length, size) = varint(head[...]) else { throw .badArchive(place, .damaged("CAR")) }
    if length > largestBlock { throw .badArchive(place, .over(.block)) }
    let section = try store.bytes(at: offset + Int64(size), upTo: length)
    guard section.count == length else { throw .badArchive(place, .cut) }
    offset += Int64(size + length)
    return section
  }

  /// An unsigned number in groups of seven bits, the least significant first, and its size.
  private static func varint(_ bytes: ArraySlice<UInt8>) -> (value: Int, size: Int)? {
    var value = 0
    for (index, byte) in bytes.prefix(5).enumerated() {
      value |= Int(byte & 0x7F) << (7 * index)
      if byte < 0x80 { return (value, index + 1) }
    }
    return nil
  }
}
