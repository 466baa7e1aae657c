internal import CSQLite
internal import Glibc

/// A database file that was found to be ours.
///
/// It opens connections, and refuses when the file was replaced.
package final class DatabaseFile: Sendable {
  /// Absolute and free of links.
  package var path: String { place.file }
  /// Whether this call of `create` made the file.
  package let wasCreated: Bool

  let place: DatabasePath
  let identity: DatabaseIdentity
  package let wait: Duration
  let judgement: Judgement
  let stamp: FileStamp
  /// Keeps the inode from being used for another file.
  ///
  /// It is opened with O_PATH: closing any other descriptor of the file would drop the locks of
  /// this process, `docs/decisions/0010-no-descriptor-of-our-own.md`.
  let anchor: Descriptor
  let known: Guarded<Known>
  /// What the file vanishes with, if it is to vanish.
  private let scratch: ScratchFolder?

  init(
    _ place: DatabasePath, as identity: DatabaseIdentity, wait: Duration, wasCreated: Bool,
    in scratch: ScratchFolder? = nil
  ) throws(DatabaseError) {
    self.scratch = scratch
    self.place = place
    self.identity = identity
    self.wait = wait
    self.wasCreated = wasCreated
    do throws(Errno) {
      anchor = try Descriptor(place.file, Int32(csqlite_open_path) | O_NOFOLLOW)
    } catch {
      throw error.asDatabaseError
    }
    guard let stamp = FileStamp(of: anchor) else { throw .io(saved: .nothing) }
    guard !stamp.isLink else { throw .missing }
    guard stamp.isRegular else { throw .notRegular }
    guard stamp.size >= 100 else { throw .foreign }
    self.stamp = stamp
    known = Guarded(Known(written: stamp.changed))
    try place.checkNeighbours()
    judgement = try Inspection(place, as: identity, wait: wait).judge()
    // Under each name it would have a log of its own, <https://www.sqlite.org/howtocorrupt.html>.
    guard stamp.links <= 1 else { throw .unusable("it has another name, as 'ln' gives one") }
    guard !place.isTooLong else { throw .unusable(Errno(number: ENAMETOOLONG).text) }
  }

  /// Opens an existing file; `wait` is how long connections wait for the locks of others.
  ///
  /// Nothing is written to a file or beside it before it was found to be ours. An older version is
  /// migrated.
  package static func open(
    _ path: String, as identity: DatabaseIdentity, wait: Duration
  ) throws(DatabaseError) -> DatabaseFile {
    let place = DatabasePath(path)
    let file = try DatabaseFile(place, as: identity, wait: wait, wasCreated: false)
    return try file.migrated()
  }

  /// The real path of the file, or of its folder with the name when there is no file yet.
  package static func resolve(_ path: String) -> String {
    DatabasePath.resolve(path)
  }

  /// The paths of a database and of all that may lie beside it, whether it is there or not.
  package static func paths(of path: String) -> [String] {
    DatabasePath(path).all
  }

  /// A connection that reads and can't write.
  ///
  /// Where the disk has no room for the index of the log, and where nothing can be written, it is
  /// one that `isPassing`.
  package func reader() throws(DatabaseError) -> Connection {
    do throws(DatabaseError) {
      return try reader { try openReader() }
    } catch  where error.isLackOfRoom {
      let passing = try? reader {
        try Connection(place.file, mode: .withoutIndex, wait: wait, closing: .keepingLog)
      }
      guard let passing else { throw error }
      return passing
    }
  }

  private func reader(_ open: () throws -> Connection) throws(DatabaseError) -> Connection {
    try requireInPlace()
    do throws(DatabaseError) {
      return try translated(wait: wait) {
        let connection = try open()
        try connection.run("PRAGMA query_only=1")
        try requireFile(of: connection)
        let found = try connection.confirm(judgement, as: identity)
        guard found.version == identity.version else { throw DatabaseError.tampered }
        if try !connection.isPassing && connection.hasLogMode() { try keepLog(of: connection) }
        return connection
      }
    } catch .missing {
      // It was there when it was judged.
      throw .moved(saved: .nothing)
    }
  }

  /// A connection whose log is not known may not bring it into the file.
  private func keepLog(of connection: Connection) throws(DatabaseError) {
    do {
      try noteLog(of: connection)
    } catch {
      connection.close(keepingLog: true)
      throw error
    }
  }

  /// The connection that writes; it opens with its first transaction.
  package func writer() throws(DatabaseError) -> DatabaseWriter {
    if isGone { throw .moved(saved: .nothing) }
    if let obstacle = place.obstacleToWriting { throw obstacle }
    return DatabaseWriter(self)
  }

  /// Tells when any process has changed the file, and when it goes away.
  package func watch() throws(DatabaseError) -> ChangeWatch {
    _ = try FileLock(place)
    return try ChangeWatch(of: self)
  }

  /// A file with a log is read through a writable connection: a read-only one leaves the side files
  /// behind.
  ///
  /// Where nothing can be written there are no side files, and no locks that others could see.
  private func openReader() throws -> Connection {
    guard place.obstacleToWriting != nil else {
      return try Connection(place.file, mode: .readWrite, wait: wait, closing: .polite(self))
    }
    let connection = try Connection(
      place.file, mode: .readOnly, wait: wait, closing: .keepingLog)
    guard try connection.hasLogMode(), FileStamp(of: place.log) == nil else { return connection }
    return try Connection(place.file, mode: .immutable, wait: wait)
  }
}
