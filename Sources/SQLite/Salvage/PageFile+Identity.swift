extension PageFile {
  /// Whether its first page says that it is of this application, whatever is left of the rest.
  package func isMarked(as identity: DatabaseIdentity) -> Bool {
    guard let first = page(1) else { return false }
    return Connection.isMarked(first, as: identity)
  }
}
