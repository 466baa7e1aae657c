package import Model

/// What can be asked of the file itself.
package struct FileService {
  let store: Store

  /// With links resolved.
  package var path: String { store.path }

  /// The paths of a database and of all that may lie beside it, none of which others may open.
  package static func paths(of path: String) -> [String] { Store.paths(of: path) }

  /// Refuses a name under which a new file would be taken for a part of a database, and one in a
  /// folder that is not there.
  package static func checkName(_ path: String) throws(ServiceError) { try Store.checkName(path) }

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

  /// What is wrong in the file; the deep look reads every byte of content.
  package func examine(isDeep: Bool) throws(ServiceError) -> [Finding] {
    try store.examine(isDeep: isDeep)
  }

  /// Looks deep, keeps a copy of what is damaged, and makes right what can be derived, in one
  /// transaction.
  package func repair(isRehearsal: Bool = false) throws(ServiceError) -> Repair {
    try store.repair(isRehearsal: isRehearsal)
  }

  /// Whether a backup to `path` would take the place of another file; refuses where it would do
  /// harm.
  package func backupReplaces(_ path: String) throws(ServiceError) -> Bool {
    try store.backupReplaces(path)
  }

  /// Copies what is on the disk to another file, which is checked before it gets its name; others
  /// may write meanwhile.
  package func backUp(to path: String, mayReplace: Bool) throws(ServiceError) -> Backup {
    try store.backUp(to: path, mayReplace: mayReplace)
  }
}
