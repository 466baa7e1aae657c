/// The answer to a submitted deed.
///
/// It stays with whoever submitted the deed: the committer fills it before the deed's group is
/// left, and it may be asked only after that.
final class Ticket<Value: Sendable> {
  var outcome: Result<Value, ServiceError>?

  func value() throws(ServiceError) -> Value {
    guard let outcome else { throw .internal("A deed was asked for its answer too early.") }
    return try outcome.get()
  }
}
