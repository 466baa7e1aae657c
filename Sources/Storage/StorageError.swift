package import Files
package import Model

/// An error of a storage, the same for every engine.
package enum StorageError: Error, Equatable, Sendable {
  /// The file can't be used as a network.
  case file(FileReason)
  /// The server of the network can't be used.
  case server(ServerReason)
  /// The engine does not do this.
  case unsupported(Unsupported)
  /// A migration to another place is refused.
  case migration(MigrationRefusal)
  /// Others wrote for longer than the caller was ready to wait.
  case busy(seconds: Int)
  /// The system refused a request.
  case failed(SystemRefusal, saved: Saved)
  /// A new file, such as a copy of the network, could not be made.
  ///
  /// An existing file at its path is unchanged, unless the new file is `unsynced`.
  case target(path: String, TargetReason)
  /// The caller asked to stop waiting; nothing was saved.
  case interrupted
  /// No free time is left for a post between the requested one and the last that can be stored.
  case noMomentLeft
  /// A statement given to `sql` that can't be run.
  case badQuery(QueryFault)
  /// A cursor that belongs to another list.
  case foreignCursor(Cursor)
  /// A change that a shared network does not allow here.
  case sharing(SharingRefusal)
  /// A bug, described for the person who fixes it.
  case `internal`(String)

  package static func exists(path: String) -> StorageError { .target(path: path, .exists) }

  /// Why a file can't be used as a network.
  package enum FileReason: Equatable, Sendable {
    case missing
    /// Not a database, or another program's.
    case foreign
    case newer(version: Int)
    /// A command that writes migrates it.
    case older(version: Int)
    /// Its schema is not the one this program writes.
    case tampered
    case damaged
    /// A network that can't be read at all.
    case lost
    case notPermitted
    /// Another file has the name of one of its side files.
    case obstructed(path: String, by: SideFiles.Obstruction)
    /// The process may open no more files.
    case tooManyFiles
    /// The system watches no more files for this user.
    case watchesUsedUp
    case readOnly
    case cannotCreate(TargetReason)
    /// Using it is not safe, for the given reason.
    case unusable(String)
  }

  /// Why a server can't be used.
  package enum ServerReason: Equatable, Sendable {
    /// A text that names no server.
    case badPlace(PlaceMistake)
    case unreachable
    case tooManyConnections
    /// The role may not connect, or lacks a right.
    case denied
    /// The password is wrong or missing.
    case password
    /// No password was found, and others can read this file of passwords.
    case passwordFile(String)
    case noDatabase
    /// The database stores texts in this encoding and not in UTF-8.
    case encoding(String)
    /// TLS was required and not provided.
    case noTLS
    /// The certificate of the server is not accepted, or that of an authority can't be read.
    case certificate
    /// A parameter, a variable or the service file has an invalid value.
    case settings
    /// The server refuses for another reason, with this SQLSTATE.
    case refused(String)
    /// A migration fills the network, or was cut off.
    case unfinished
  }

  /// An operation that a server does not do.
  package enum Unsupported: Equatable, Sendable {
    case backup(to: String)
    case salvage
    case sharing
  }

  /// What is wrong with the URL of a server.
  package enum PlaceMistake: Equatable, Sendable {
    case malformed, severalAts
    /// A password where other users of the machine can read it.
    case password
    case parameter(String)
  }

  /// Why the system refused a request.
  package enum SystemRefusal: Equatable, Sendable {
    case diskFull
    /// The file may not grow, though the disk has room.
    case sizeLimit
    case memoryShort, system
    /// The file or a side file is no longer at its place.
    case moved
    case connection
    /// The server was silent for as long as the caller was ready to wait.
    case noAnswer
  }

  /// Why a shared network does not allow a change, or a network can't be shared so.
  package enum SharingRefusal: Equatable, Sendable {
    case notShared, alreadyShared
    /// This machine has no valid key of the user.
    case noKey(of: Handle, network: String)
    /// This machine has no key of a keeper.
    case notKeeper
    /// No keeper may delete this other keeper.
    case otherKeeper(Handle)
    /// No invitation, or a damaged one.
    case badInvitation
    /// Another key has claimed the invitation, or it is revoked.
    case usedInvitation
    /// The folder does not have the invitation, because its maker has not synced since.
    case invitationNotSent(folder: String)
    /// The folder has nothing of the network.
    case nothingShared(folder: String)
    /// No folder is given, and none is remembered.
    case noFolder
    /// This machine has no key at all for the network.
    case noKeyHere(network: String)
    /// No recovery code, or that of another network.
    case badRecovery
    /// The change concerns a keeper, so it needs the recovery code.
    case needsRecovery
    case noSuchUser(Handle)
    case noSuchKey(String)
    case ambiguousKey(String, candidates: [String])
    /// No bundle of the key begins so in this copy.
    case noSuchBundle(String)
    /// The file, or its folder, may be written by others.
    case writtenByOthers(path: String)
    case keyFile(path: String)
  }

  /// Whether the change under way was saved.
  package enum Saved: Equatable, Sendable {
    case nothing, unknown
  }
}

/// An error of an engine, which gives its meaning for the services.
package protocol EngineError: Error {
  var storageError: StorageError { get }
}

extension StorageError {
  /// The meaning of an error; nil for an error of another layer.
  package init?(_ error: any Error) {
    switch error {
    case let error as StorageError: self = error
    case let error as any EngineError: self = error.storageError
    default: return nil
    }
  }
}
