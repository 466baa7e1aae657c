package import Model
package import Storage

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
  /// `near` is the most similar handle on the network, if any is similar enough.
  case noSuchUser(Handle, near: Handle?)
  case noSuchPost(Post.ID)
  case notYours(Possession)
  /// An edge from a user to the same user or to a post of their own.
  case selfDeed(EdgeKind, Post.ID? = nil)
  /// A private post of the user's own that would become visible to others.
  case privatePost(Post.ID, PrivateUse)
  /// A part of a post that can't be changed.
  case unchangeable(Post.ID, UnchangeablePart)
  case noCurrentUser(MissingViewer)
  case storage(StorageError)

  /// A thing only its owner may touch.
  package enum Possession: Equatable, Sendable {
    case post(Post.ID, author: Handle)
    case privateTab(Handle)
  }

  package enum PrivateUse: Equatable, Sendable {
    case publicQuote, repost
  }

  package enum UnchangeablePart: Equatable, Sendable {
    /// A repost has no words of its own.
    case repost
    /// There is no picture to be described.
    case noPicture
  }

  /// Why no user is acting.
  package enum MissingViewer: Equatable, Sendable {
    case notChosen
    /// The user who logged in was deleted since, or the file is another one now.
    case gone
  }
}

extension ServiceError {
  /// The meaning of any error of the layers below; a service's own stays what it is.
  package init(_ error: any Error) {
    if let error = error as? ServiceError {
      self = error
    } else {
      self = .storage(StorageError(error) ?? .internal("\(error)"))
    }
  }
}

/// Runs `body` and turns its errors into what a user can understand.
package func asServiceErrors<Value>(
  _ body: () throws -> Value
) throws(ServiceError) -> Value {
  do {
    return try body()
  } catch {
    throw ServiceError(error)
  }
}

extension Store {
  /// Runs `body` on one consistent view of the network.
  func read<Value>(_ body: (any Reading) throws -> Value) throws(ServiceError) -> Value {
    try asServiceErrors { try snapshot(body) }
  }

  /// Runs one job, all or nothing.
  func write<Value: Sendable>(
    isRehearsal: Bool = false, _ work: @escaping @Sendable (any Writing) throws -> Value
  ) throws(ServiceError) -> Value {
    try asServiceErrors { try perform(isRehearsal: isRehearsal, work) }
  }
}
