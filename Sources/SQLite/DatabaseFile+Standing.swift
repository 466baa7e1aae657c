extension DatabaseFile {
  /// What is known of the files that connections of this process have open.
  struct Known {
    weak var log: OpenLog?
    /// When the file was last written, as far as was seen while all was in its place.
    var written: Int64
  }

  /// Compares the names of the file, its log and the log's index with what this process has open,
  /// and remembers when the file was written.
  ///
  /// Files may have come and gone in the place of a log: that nobody wrote meanwhile is told by the
  /// file alone.
  @discardableResult func look() -> Standing {
    known.withLock { known in
      let found = FileStamp(of: place.file)
      let fate = known.log?.fate(beside: place) ?? .inPlace
      if let found, found.isSameFile(as: stamp) {
        if fate == .inPlace {
          known.written = found.changed
          return .inPlace
        }
        return fate == .taken && found.changed == known.written ? .hidden : .left
      }
      let isOurs = found == nil && fate == .inPlace
      return isOurs && FileStamp(of: anchor)?.changed == known.written ? .hidden : .left
    }
  }

  /// Refuses where others don't see what this process has open; whoever asks lets go of it then,
  /// and may open what is there now.
  package func requireInPlace() throws(DatabaseError) {
    if look() != .inPlace { throw .moved(saved: .nothing) }
  }

  /// Refuses when the path no longer names the file that was judged, or a connection that was just
  /// opened has another.
  func requireFile(of connection: Connection) throws(DatabaseError) {
    if connection.hasMoved || isGone { throw .moved(saved: .nothing) }
  }

  /// Whether its path names no file any more, or another one.
  var isGone: Bool { FileStamp(of: place.file)?.isSameFile(as: stamp) != true }

  /// Remembers which log a connection has open that has one; refuses where that was taken away
  /// meanwhile, and what the connection has open is no longer known then.
  func noteLog(of connection: Connection) throws(DatabaseError) {
    if connection.log != nil { return }
    connection.log = known.withLock { known in
      if let log = known.log { return log }
      let log = OpenLog(of: place)
      known.log = log
      return log
    }
    if connection.log == nil { throw .moved(saved: .nothing) }
    try requireInPlace()
  }

  /// Whether a connection may be asked once more: it was not opened for one answer, and has not
  /// been given a log since that nobody remembers.
  package func canKeep(_ connection: Connection) -> Bool {
    if connection.isPassing || connection.hasFailed { return false }
    return connection.log != nil || FileStamp(of: place.log) == nil
  }
}
