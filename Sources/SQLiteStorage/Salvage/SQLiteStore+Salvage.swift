package import Model
internal import SQLite
package import Storage

extension SQLiteStore {
  /// Reads whatever can be read of the file at `path` into a new one at `target`; the old one is
  /// only read.
  ///
  /// It gives back what could not be kept, or not as it was. What somebody writes without a lock
  /// that could be had is read again from the start, and is busy when the patience is over.
  package static func salvage(
    _ path: String, to target: String, isRehearsal: Bool = false, patience: Patience,
    interrupts: Interrupts
  ) throws -> [Finding] {
    do {
      let end = ContinuousClock.now + patience.duration
      var isLast = false
      var readsLog = true
      while true {
        let pages = try PageFile(
          path, as: Schema.identity, readsLog: readsLog, wait: patience.duration,
          unless: interrupts.isAsked)
        do {
          return try fill(
            newFileAt: target, isRehearsal: isRehearsal, patience: patience, interrupts: interrupts
          ) { try read(pages, into: SQLiteWriting($0), unless: interrupts.isAsked) }.map {
            Finding($0)
          }
        } catch is Outdated {
          // Next time there may be a lock.
          if isLast { throw StorageError.busy(seconds: patience.seconds) }
          isLast = ContinuousClock.now >= end
        } catch StorageError.file(let trouble)
          where [.lost, .foreign].contains(trouble) && pages.hasLog
        {
          // It may be the log of another file.
          readsLog = false
        }
      }
    }
  }

  private static func read(
    _ pages: PageFile, into writing: SQLiteWriting, unless shouldStop: @escaping () -> Bool
  ) throws -> [Fault] {
    do {
      let faults = try Salvage(pages, into: writing.connection, unless: shouldStop).run()
      if pages.isOutdated { throw Outdated() }
      if let faults {
        return faults + (pages.hasMoreInLog ? [.unread(.log)] : [])
          + (pages.hasUnreadJournal ? [.unread(.journal)] : [])
          + (try pages.hasMore(than: Schema.identity) ? [.otherForm] : [])
      }
      throw StorageError.file(pages.isMarked(as: Schema.identity) ? .lost : .foreign)
    } catch let error as DatabaseError {
      // Of the file that is read: the other one answers with what SQLite says.
      throw error.storageError
    }
  }

  /// Thrown where what was read need not be of one moment.
  private struct Outdated: Error {}
}
