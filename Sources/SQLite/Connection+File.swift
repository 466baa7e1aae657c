internal import CSQLite
internal import Glibc

/// The bytes of the file behind a connection, whatever they are.
extension Connection {
  private static let stretch = 1 << 20

  /// Up to `count` bytes from `offset` on, fewer at the end of the file.
  ///
  /// They come through SQLite's own descriptor: closing another one would drop the locks of this
  /// process.
  func bytes(at offset: Int64, count: Int) throws(Errno) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let found = unsafe csqlite_read_at(handle, &bytes, Int32(count), offset)
    guard found >= 0 else { throw Errno(number: EIO) }
    bytes.removeLast(count - Int(found))
    return bytes
  }

  /// Writes the database file and its log, byte by byte, to new files beside them, which have no
  /// name yet.
  ///
  /// The caller holds a write transaction: nobody changes either meanwhile.
  package func setAside(
    _ path: String, unless shouldStop: () -> Bool
  ) throws -> AsideCopy {
    let place = DatabasePath(path)
    do {
      let copy = try AsideCopy(of: place)
      try copyLog(of: place, to: copy.unfinished.log, unless: shouldStop)
      try copyFile(to: copy.unfinished.file, unless: shouldStop)
      return copy
    } catch {
      throw TargetError(path: AsideCopy.place(beside: place).file, naming: error) ?? error
    }
  }

  private func copyFile(to path: String, unless shouldStop: () -> Bool) throws {
    try Self.copy(to: path, unless: shouldStop) { try bytes(at: $0, count: Self.stretch) }
  }

  private func copyLog(
    of place: DatabasePath, to path: String, unless shouldStop: () -> Bool
  ) throws {
    guard let stamp = FileStamp(of: place.log), stamp.isRegular, stamp.size > 0 else { return }
    let source = try Descriptor(place.log, O_RDONLY | O_NOFOLLOW)
    try Self.copy(to: path, unless: shouldStop) {
      try source.bytes(from: $0, upTo: Self.stretch)
    }
  }

  /// Writes what `bytes` gives from each offset on, until it gives none.
  private static func copy(
    to path: String, unless shouldStop: () -> Bool, of bytes: (_ offset: Int64) throws -> [UInt8]
  ) throws {
    let target = try AsideFile(path)
    var offset: Int64 = 0
    while case let stretch = try bytes(offset), !stretch.isEmpty {
      if shouldStop() { throw DatabaseError.interrupted }
      try target.append(stretch)
      offset += Int64(stretch.count)
    }
    try target.settle()
  }
}
