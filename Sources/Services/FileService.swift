package import Model

/// What can be asked of the file itself.
package struct FileService {
  let store: Store

  /// With links resolved.
  package var path: String { store.path }

  /// The paths of a database and of all that may lie beside it, none of which others may open.
  package static func paths(of path: String) -> [String] { Store.paths(of: path) }

  package func facts() throws(ServiceError) -> FileFacts {
    try store.read { try $0.facts(of: store.path) }
  }

  /// Runs one statement that only reads, and gives its answer in stretches of up to `stretch` rows,
  /// of fewer where rows are large; at least one, which may be empty.
  package func query(
    _ statement: String, stretch: Int, each take: (QueryResult) throws -> Void
  ) throws {
    try store.query(statement, stretch: stretch, each: take)
  }
}
