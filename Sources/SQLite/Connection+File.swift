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

  /// Writes the database file and its log, byte by byte, to new files beside them; returns the
  /// name.
  ///
  /// The caller holds a write transaction: nobody changes either meanwhile.
  package func setAside(_ path: String) throws -> String {
    let place = DatabasePath(path)
    var number = 1
    while FileStamp(of: "\(place.file)-damaged-\(number)") != nil { number += 1 }
    let copy = DatabasePath("\(place.file)-damaged-\(number)")
    do throws(Errno) {
      try copyLog(of: place, to: copy.log)
      try copyFile(to: copy)
      return copy.file
    } catch {
      unsafe _ = unlink(copy.file)
      unsafe _ = unlink(copy.log)
      throw TargetError(path: copy.file, error)
    }
  }

  private func copyFile(to copy: DatabasePath) throws(Errno) {
    let target = try NewDatabaseFile(copy.file)
    var offset: Int64 = 0
    while true {
      let bytes = try bytes(at: offset, count: Self.stretch)
      if bytes.isEmpty { break }
      try target.append(bytes)
      offset += Int64(bytes.count)
    }
    try target.settle(in: copy.folder)
  }

  private func copyLog(of place: DatabasePath, to path: String) throws(Errno) {
    guard let stamp = FileStamp(of: place.log), stamp.isRegular, stamp.size > 0 else { return }
    let source = try Descriptor(place.log, O_RDONLY | O_NOFOLLOW)
    let target = try NewDatabaseFile(path)
    var buffer = [UInt8](repeating: 0, count: Self.stretch)
    while true {
      let count = unsafe read(source.number, &buffer, buffer.count)
      if count == 0 { break }
      guard count > 0 else { throw .last }
      try target.append(Array(buffer[..<count]))
    }
    try target.settle(in: place.folder)
  }
}
