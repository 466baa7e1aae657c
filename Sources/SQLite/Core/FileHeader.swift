/// The first hundred bytes of a database file,
/// <https://www.sqlite.org/fileformat2.html#the_database_header>.
struct FileHeader: Equatable {
  private let bytes: [UInt8]

  /// Nil for fewer bytes.
  init?(_ start: some Collection<UInt8>) {
    guard start.count >= 100 else { return nil }
    bytes = Array(start.prefix(100))
  }

  /// Whether the file has a write-ahead log.
  var hasLog: Bool { bytes[19] == 2 }

  /// Whether the write version is 1 or 2; SQLite does not write files with a newer version.
  var isOfKnownForm: Bool { (1...2).contains(bytes[18]) }

  /// Whether SQLite can read the schema format, and texts are UTF-8.
  var hasReadableSchema: Bool { (1...4).contains(number(at: 44)) && number(at: 56) == 1 }

  /// Nil for an impossible size.
  var pageSize: Int? {
    let stated = Int(bytes[16]) << 8 | Int(bytes[17])
    let size = stated == 1 ? 65_536 : stated
    return FileHeader.isPageSize(size) ? size : nil
  }

  var pageCount: Int { Int(number(at: 28)) }
  var schemaCookie: Int64 { Int64(number(at: 40)) }
  var version: Int32 { Int32(bitPattern: number(at: 60)) }

  static func isPageSize(_ size: Int) -> Bool {
    size.nonzeroBitCount == 1 && (512...65_536).contains(size)
  }

  private var isDatabase: Bool { bytes.starts(with: "SQLite format 3\0".utf8) }
  private var applicationID: Int32 { Int32(bitPattern: number(at: 68)) }

  /// Whether the file has the application ID.
  func isMarked(as identity: DatabaseIdentity) -> Bool {
    isDatabase && applicationID == identity.applicationID
  }

  /// Whether one transaction may turn this header into `other`.
  ///
  /// A transaction increments the counter, and may change the format, page count, free list, schema
  /// cookie and largest root. A migration increments the version.
  func mayBecome(_ other: FileHeader) -> Bool {
    let changing = [18..<20, 24..<44, 52..<56, 60..<64, 92..<100]
    let isConstant = bytes.indices.allSatisfy { place in
      bytes[place] == other.bytes[place] || changing.contains { $0.contains(place) }
    }
    return isConstant && other.version >= version
      && other.number(at: 24) == number(at: 24) &+ 1
  }

  private func number(at place: Int) -> UInt32 { Bytes.u32(bytes, at: place) }
}
