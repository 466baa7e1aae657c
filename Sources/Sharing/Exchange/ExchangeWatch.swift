internal import Files
internal import Model
internal import Storage

/// Finds out when a copy and its folder have something to exchange.
package final class ExchangeWatch {
  private let folder: ExchangeFolder
  private let changes: any ChangeWatching
  private let folderWatch = FolderWatch()
  private var seen: State?

  /// Values of which one differs after each change that needs an exchange.
  private struct State: Equatable {
    let unsent: Int
    let newestBundle: Int64?
    /// The times of the last changes of the folders; a missing folder has none.
    let folders: [String: Int64]
  }

  init(of folder: ExchangeFolder, on store: any Store) throws {
    self.folder = folder
    changes = try store.watch()
  }

  deinit {
    changes.close()
  }

  /// They become readable when there may be news.
  ///
  /// A network file system reports no changes of other machines, so ask from time to time, too.
  package var descriptors: [Int32] {
    [changes.descriptor] + (folderWatch.map { [$0.descriptor] } ?? [])
  }

  /// Begins before an exchange: changes during the exchange are news after it.
  package func begin() throws {
    let folders = folder.folders
    for folder in folders { folderWatch?.add(folder) }
    _ = folderWatch?.drain()
    seen = try state()
  }

  /// Whether something changed since the exchange began, also by the exchange itself.
  package func hasNews() throws -> Bool {
    changes.drain()
    return try folderWatch?.drain() == true || state() != seen
  }

  private func state() throws -> State {
    let stamps = folder.folders.map { ($0, FileStamp(following: $0)?.changedAt ?? 0) }
    let folders = Dictionary(uniqueKeysWithValues: stamps)
    return try changes.look { reading in
      let tables = try reading.shared
      return State(
        unsent: try tables?.unsentCount() ?? 0, newestBundle: try tables?.newestBundle()?.id,
        folders: folders)
    }.value
  }
}

extension ExchangeFolder {
  /// The folders whose files travel; only the one above before the first exchange.
  fileprivate var folders: [String] {
    guard exists else { return [parent] }
    return Kind.allCases.reduce(into: [path]) { folders, kind in
      let folder = "\(path)/\(kind.folder)"
      let parts = ((try? Folder.names(folder)) ?? []).filter { $0.utf8.count == 2 }
      folders += [folder] + parts.map { "\(folder)/\($0)" }
    }
  }
}
