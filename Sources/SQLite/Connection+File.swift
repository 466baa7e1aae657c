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

  /// Writes the database file and its log, byte by byte, to new files beside them.
  ///
  /// The caller holds a write transaction: nobody changes either meanwhile.
  package func setAside(_ path: String) throws -> AsideCopy {
    let place = DatabasePath(path)
    var number = 1
    var copy: DatabasePath { DatabasePath("\(place.file)-damaged-\(number)") }
    // An old log beside a new copy would be read as its own.
    while copy.all.contains(where: { FileStamp(of: $0) != nil }) { number += 1 }
    do throws(Errno) {
      let log = try copyOfLog(of: place, at: copy.log)
      let file = try copyOfFile(at: copy.file)
      let folder = try Descriptor(copy.folder, O_RDONLY | O_DIRECTORY)
      guard fsync(folder.number) == 0 else { throw .last }
      return AsideCopy(path: copy.file, files: [file] + (log.map { [$0] } ?? []))
    } catch {
      throw TargetError(path: copy.file, error)
    }
  }

  private func copyOfFile(at path: String) throws(Errno) -> AsideFile {
    try Self.copy(to: path) { offset throws(Errno) in
      try bytes(at: offset, count: Self.stretch)
    }
  }

  private func copyOfLog(
    of place: DatabasePath, at path: String
  ) throws(Errno) -> AsideFile? {
    guard let stamp = FileStamp(of: place.log), stamp.isRegular, stamp.size > 0 else { return nil }
    let source = try Descriptor(place.log, O_RDONLY | O_NOFOLLOW)
    return try Self.copy(to: path) { offset throws(Errno) in
      try source.bytes(from: offset, upTo: Self.stretch)
    }
  }

  /// Writes what `bytes` gives from each offset on, until it gives none.
  private static func copy(
    to path: String, of bytes: (_ offset: Int64) throws(Errno) -> [UInt8]
  ) throws(Errno) -> AsideFile {
    let target = try AsideFile(path)
    var offset: Int64 = 0
    while case let stretch = try bytes(offset), !stretch.isEmpty {
      try target.append(stretch)
      offset += Int64(stretch.count)
    }
    try target.settle()
    return target
  }
}
