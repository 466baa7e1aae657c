package import Files
package import Model

/// The files of a network in a folder at one moment; other names are ignored.
package struct FolderListing {
  package struct Entry {
    package let file: ExchangeFolder.File
    package let stamp: FileStamp
  }

  /// A folder that can't be listed.
  struct Unlisted {
    /// The names from the network's folder on.
    let names: [String]
    let error: FileError

    func holds(_ file: ExchangeFolder.File) -> Bool { file.folders.starts(with: names) }
  }

  /// In the order of their bytes.
  package private(set) var entries: [Entry] = []
  private(set) var unlisted: [Unlisted] = []
  private let now: Moment

  /// Age at which unfinished files of an exchange are removed: a day in microseconds.
  private static let longestExchange: Int64 = 86_400_000_000

  /// Removes unfinished files of this account that are older than a day.
  ///
  /// Enters no link.
  package init(of folder: ExchangeFolder, at now: Moment) throws(FileError) {
    self.now = now
    let parent = try OpenFolder(folder.parent)
    do throws(FileError) {
      guard let network = try parent.folder(folder.name) else { return }
      for name in try network.names() { removeIfAbandoned(name, in: network) }
      for kind in ExchangeFolder.Kind.allCases { list(kind, in: network) }
    } catch {
      unlisted.append(Unlisted(names: [], error: error))
    }
  }

  private mutating func list(_ kind: ExchangeFolder.Kind, in network: borrowing OpenFolder) {
    do throws(FileError) {
      guard let folder = try network.folder(kind.folder) else { return }
      for name in try folder.names().sorted() {
        if name.utf8.count == 2 { list(name, of: kind, in: folder) }
        removeIfAbandoned(name, in: folder)
      }
    } catch {
      unlisted.append(Unlisted(names: [kind.folder], error: error))
    }
  }

  private mutating func list(
    _ part: String, of kind: ExchangeFolder.Kind, in parent: borrowing OpenFolder
  ) {
    do throws(FileError) {
      guard let folder = try parent.folder(part) else { return }
      var found: [Entry] = []
      for name in try folder.names() {
        if let file = ExchangeFolder.File(kind, in: part, named: name) {
          if let stamp = folder.stamp(of: name) { found.append(Entry(file: file, stamp: stamp)) }
        } else {
          removeIfAbandoned(name, in: folder)
        }
      }
      entries += found.sorted { $0.file.bytes.lexicographicallyPrecedes($1.file.bytes) }
    } catch {
      unlisted.append(Unlisted(names: [kind.folder, part], error: error))
    }
  }

  private func removeIfAbandoned(_ name: String, in folder: borrowing OpenFolder) {
    guard ExchangeFolder.isHiddenName(name), let stamp = folder.stamp(of: name), stamp.isOwn,
      stamp.changedAt / 1_000 < now.microseconds - FolderListing.longestExchange
    else { return }
    folder.remove(name)
  }

  // MARK: Finding

  /// The error that kept the folder of a file from being listed; nil if it was listed.
  func obstacle(to file: ExchangeFolder.File) -> FileError? {
    unlisted.first { $0.holds(file) }?.error
  }

  /// Nil if the file was not there.
  subscript(file: ExchangeFolder.File) -> FileStamp? {
    let bytes = file.bytes
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].file.bytes.lexicographicallyPrecedes(bytes) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < entries.count && entries[low].file == file ? entries[low].stamp : nil
  }
}
