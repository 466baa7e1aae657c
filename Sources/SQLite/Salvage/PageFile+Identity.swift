extension PageFile {
  /// Whether its first page says that it is of this application, whatever is left of the rest.
  package func isMarked(as identity: DatabaseIdentity) -> Bool {
    page(1).flatMap { FileHeader($0) }?.isMarked(as: identity) == true
  }
}
