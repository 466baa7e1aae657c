package import Model
internal import Storage

/// Operations on the file itself.
package struct FileService {
  let store: any Store

  /// A path with links resolved, or the URL of a server.
  package var path: String { store.path }
  /// Names the network, by whatever place it is reached.
  package var identity: String { store.identity }

  package func facts() throws(ServiceError) -> FileFacts {
    try store.read { try $0.facts() }
  }

  /// Runs one statement that only reads, and passes on its rows, at most `stretch` at a time.
  ///
  /// Passes fewer rows at a time if they are large, and at least one result, which may be empty.
  package func query(
    _ statement: String, stretch: Int, each take: (QueryResult) throws -> Void
  ) throws {
    try throwingServiceErrors { try store.query(statement, stretch: stretch, each: take) }
  }

  /// Examines the file for faults; a deep examination reads every byte of content.
  package func examine(isDeep: Bool) throws(ServiceError) -> [Finding] {
    try asServiceErrors { try store.examine(isDeep: isDeep) }
  }

  /// Examines deeply, keeps a copy of a damaged file, and repairs derived rows, in one transaction.
  package func repair(isDryRun: Bool = false) throws(ServiceError) -> Repair {
    try asServiceErrors { try store.repair(isDryRun: isDryRun) }
  }

  /// Whether a backup to `path` would replace a file; throws if the replacement would do harm.
  package func backupReplaces(_ path: String) throws(ServiceError) -> Bool {
    try asServiceErrors { try store.backupReplaces(path) }
  }

  /// Refuses a path at which a new file or folder would replace a file of a network.
  package func checkIsApart(_ path: String) throws(ServiceError) {
    try asServiceErrors { try store.checkIsApart(path) }
  }

  /// Copies one consistent state of the file to another file, which is checked before it gets its
  /// name.
  ///
  /// Others may write meanwhile.
  package func backUp(to path: String, mayReplace: Bool) throws(ServiceError) -> Backup {
    try asServiceErrors { try store.backUp(to: path, mayReplace: mayReplace) }
  }
}
