package import Model
internal import Storage

/// Deeds and questions about the file itself.
package struct FileService {
  let store: any Store

  /// A path with links resolved, or the URL of a server.
  package var path: String { store.path }
  /// Names the network, by whatever place it is reached.
  package var identity: String { store.identity }

  package func facts() throws(ServiceError) -> FileFacts {
    try store.read { try $0.facts() }
  }

  /// Runs one statement that only reads, and gives its answer in stretches of up to `stretch` rows,
  /// of fewer where rows are large; at least one, which may be empty.
  package func query(
    _ statement: String, stretch: Int, each take: (QueryResult) throws -> Void
  ) throws {
    try throwingServiceErrors { try store.query(statement, stretch: stretch, each: take) }
  }

  /// What is wrong in the file; the deep look reads every byte of content.
  package func examine(isDeep: Bool) throws(ServiceError) -> [Finding] {
    try asServiceErrors { try store.examine(isDeep: isDeep) }
  }

  /// Looks deep, keeps a copy of what is damaged, and makes right what can be derived, in one
  /// transaction.
  package func repair(isRehearsal: Bool = false) throws(ServiceError) -> Repair {
    try asServiceErrors { try store.repair(isRehearsal: isRehearsal) }
  }

  /// Whether a backup to `path` would take the place of another file; refuses where it would do
  /// harm.
  package func backupReplaces(_ path: String) throws(ServiceError) -> Bool {
    try asServiceErrors { try store.backupReplaces(path) }
  }

  /// Copies what is on the disk to another file, which is checked before it gets its name; others
  /// may write meanwhile.
  package func backUp(to path: String, mayReplace: Bool) throws(ServiceError) -> Backup {
    try asServiceErrors { try store.backUp(to: path, mayReplace: mayReplace) }
  }
}
