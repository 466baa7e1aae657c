package import Model
package import Storage

/// Why a service refused or failed.
///
/// The folder `Failure` of `profilectl` has the words, hints and exit statuses.
package enum ServiceError: Error, Equatable, Sendable {
  /// One item of a bulk write, as it was typed, and why it was refused.
  indirect case refused(input: String, reason: ServiceError)
  /// An item that was typed twice, but can be done only once.
  case repeated(input: String)
  case userExists(Handle)
  case emptyPost
  /// `near` is the most similar handle on the network, if any is similar enough.
  case noSuchUser(Handle, near: Handle?)
  case noSuchPost(Post.ID)
  /// No post has a lasting name that begins so.
  case noPostNamed(String, isShared: Bool)
  case severalPostsNamed(String, [Post.ID])
  case notYours(Possession)
  /// An edge from a user to the same user or to a post of their own.
  case ownTarget(EdgeKind, Post.ID? = nil)
  /// A private post of the acting user that would become visible to others.
  case privatePost(Post.ID, PrivateUse)
  /// A part of a post that can't be changed.
  case unchangeable(Post.ID, UnchangeablePart)
  case noCurrentUser(MissingViewer)
  case storage(StorageError)

  /// What only its owner may use.
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

  /// The reason why no user acts.
  package enum MissingViewer: Equatable, Sendable {
    case notChosen
    /// The logged-in user was deleted, or the file was replaced by another one.
    case gone
  }
}

extension ServiceError {
  /// Translates an error of the layers below; a `ServiceError` stays as it is.
  package init(_ error: any Error) {
    if let error = error as? ServiceError {
      self = error
    } else {
      self = .storage(StorageError(error) ?? .internal("\(error)"))
    }
  }
}

/// Runs `body` and translates its errors to `ServiceError`.
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

  /// Runs one job, which is saved as a whole or not at all.
  func write<Value: Sendable>(
    isDryRun: Bool = false, _ work: @escaping @Sendable (any Writing) throws -> Value
  ) throws(ServiceError) -> Value {
    try asServiceErrors { try perform(isDryRun: isDryRun, work) }
  }
}
