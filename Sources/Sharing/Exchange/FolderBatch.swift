internal import Files
internal import Storage

/// Writes files of an exchange beside their places; `finish` syncs and names them.
///
/// Others may write the folder, so it works in open folders, which nobody can replace.
final class FolderBatch {
  private let folder: ExchangeFolder
  private var waiting: [(part: String, file: ExchangeFolder.File)] = []
  /// The folders that have new entries, each by the names from the user's folder on.
  private var changed: Set<[String]> = []
  /// The files that have their names, with their stamps.
  private(set) var named: [ExchangeFolder.File: FileStamp] = [:]

  private static let capacity = 500
  /// With more files and folders, syncing the whole file system is faster.
  private static let mostSyncs = 16

  init(_ folder: ExchangeFolder) {
    self.folder = folder
  }

  /// Removes the files that have no name yet.
  deinit {
    removeWaiting()
  }

  /// `pieces` passes the bytes of the file in order.
  func write(
    _ file: ExchangeFolder.File, _ pieces: (_ take: ([UInt8]) throws -> Void) throws -> Void
  ) throws {
    let folder = try openedOrMade(for: file)
    let part = ExchangeFolder.hiddenName()
    do {
      let descriptor = try folder.makeFile(part, mode: folder.mode & 0o666)
      try pieces { try descriptor.write($0) }
    } catch {
      folder.remove(part)
      throw error
    }
    waiting.append((part, file))
    if waiting.count == FolderBatch.capacity { try finish() }
  }

  /// Gives the written files their names, once they are on the disk.
  func finish() throws {
    if waiting.isEmpty { return }
    defer { removeWaiting() }
    let isLarge = waiting.count + changed.count > FolderBatch.mostSyncs
    if isLarge {
      try folder.opened()?.syncFileSystem()
    } else {
      for (part, file) in waiting { try folder.opened(for: file)?.syncFile(part) }
    }
    for (part, file) in waiting {
      guard let folder = try folder.opened(for: file) else { continue }
      try folder.rename(part, to: file.fileName)
      named[file] = folder.stamp(of: file.fileName)
    }
    waiting = []
    if isLarge {
      try folder.opened()?.syncFileSystem()
    } else {
      for names in changed { try opened(names)?.sync() }
    }
    changed = []
  }

  private func removeWaiting() {
    for (part, file) in waiting {
      if let folder = try? folder.opened(for: file) { folder.remove(part) }
    }
    waiting = []
  }

  // MARK: Folders

  /// New folders get the mode of the folder above.
  private func openedOrMade(for file: ExchangeFolder.File) throws(FileError) -> OpenFolder {
    var open = try OpenFolder(folder.parent)
    var path: [String] = []
    for name in [folder.name] + file.folders {
      if let next = try open.folder(name) {
        open = next
      } else {
        let next = try open.makeFolder(
          name, mode: open.mode, hidden: ExchangeFolder.hiddenName())
        changed.insert(path)
        open = next
      }
      path.append(name)
    }
    changed.insert(path)
    return open
  }

  private func opened(_ names: [String]) throws(FileError) -> OpenFolder? {
    var open = try OpenFolder(folder.parent)
    for name in names {
      guard let next = try open.folder(name) else { return nil }
      open = next
    }
    return open
  }
}
