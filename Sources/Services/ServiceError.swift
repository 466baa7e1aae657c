package import Model

/// What the user wanted and can't have.
///
/// Words, hints and statuses are made elsewhere.
package enum ServiceError: Error, Equatable, Sendable {
  /// One item of a bulk write, as it was typed, and why it was refused.
  indirect case refused(input: String, reason: ServiceError)
  /// An item that can be done once and was given twice.
  case repeated(input: String)
  case badValue(RuleBreach)
  case userExists(Handle)
  case emptyPost
  /// Every moment from the one asked for to the last that can be stored has a post.
  case noMomentLeft
  /// `near` is the most similar handle on the network, if any is similar enough.
  case noSuchUser(Handle, near: Handle?)
  case noSuchPost(Post.ID)
  case notYours(Possession)
  /// An edge from a user to the same user or to a post of their own.
  case selfDeed(EdgeKind, Post.ID? = nil)
  case noCurrentUser(MissingViewer)
  case file(FileTrouble)
  /// The file was in use for longer than the caller was ready to wait.
  case busy(seconds: Int)
  case storage(StorageTrouble, saved: Saved)
  /// A copy of the database, or another file, that could not be made; what was at its path is there
  /// still, unless the copy is `unsettled`.
  case target(path: String, TargetTrouble)
  /// The caller asked to stop waiting; nothing was saved.
  case interrupted
  /// A statement given to `sql` that can't be run.
  case badQuery(QueryFault)
  /// A cursor that belongs to another list.
  case foreignCursor(Cursor)
  /// A bug, described for whoever mends it.
  case `internal`(String)

  /// A thing only its owner may touch.
  package enum Possession: Equatable, Sendable {
    case post(Post.ID, author: Handle)
    case privateTab(Handle)
  }

  /// Why nobody is acting.
  package enum MissingViewer: Equatable, Sendable {
    case notChosen
    /// Somebody logged in and was deleted since, or the file is another one now.
    case gone
  }

  /// Why a file can't be used as a database.
  package enum FileTrouble: Equatable, Sendable {
    case missing
    /// Not a database, or another program's.
    case foreign
    case newer(version: Int)
    /// Its schema is not the one this program writes.
    case tampered
    case damaged
    /// It was one of ours, and nothing can be read of it any more.
    case lost
    case notPermitted
    /// Something else lies where a file beside it belongs.
    case obstructed(path: String, by: Obstruction)
    /// The process may open no more files.
    case tooManyFiles
    /// The system watches no more files for this user.
    case watchesUsedUp
    case readOnly
    case cannotCreate(String)
    /// The folder that it should be made in is not there.
    case folderMissing
    /// It would have the name of what lies beside another database.
    case companion
    /// A log lies beside it, which would be taken for that of a new file.
    case foreignLog
    /// Nobody could work on it safely; the text says why.
    case unusable(String)
  }

  /// What is in the place of a file that belongs to a database.
  package enum Obstruction: Equatable, Sendable {
    case link, notRegular, foreign, ofAnother, forbidden
  }

  /// Why such a file can't be made.
  package enum TargetTrouble: Equatable, Sendable {
    /// It is the database itself, or a file that belongs to it.
    case database
    case link
    case notRegular
    case exists
    /// A log lies beside it, which would be taken for that of the copy.
    case foreignLog
    /// It has the name of what lies beside a database.
    case companion
    /// It is a database, with a log that was not put away.
    case openDatabase
    /// Others were at work there for so long.
    case busy(seconds: Int)
    case diskFull, sizeLimit, memoryShort, tooManyFiles, folderMissing
    /// What was written is not what is read.
    case unreadable
    /// The text says why, in the words of the system.
    case impossible(String), failed(String)
    /// The copy is there, and not known to be there after a loss of power.
    case unsettled(String)
  }

  /// Why the system did not take or give what the file needs.
  package enum StorageTrouble: Equatable, Sendable {
    /// `sizeLimit`: the file may not grow, though the disk has room. `moved`: it, or what belongs
    /// to it, is no longer where it was opened.
    case diskFull, sizeLimit, memoryShort, failure, moved
  }

  /// What is known about the change that was under way.
  package enum Saved: Equatable, Sendable {
    case nothing, unknown
  }
}
