import Support

/// A model of a disk that obeys syncs, with the changes that are written and not yet synced.
///
/// Until a file is synced, each of its writes may be on the disk whole, in part or not at all, in
/// any order. Names reach the disk in their order, at the latest with the sync of their folder. A
/// file moved to another folder keeps its old name until the new one is on the disk. The model
/// ignores modes and the names of folders.
struct Disk {
  /// How many of the unsynced changes are on the disk when the power fails.
  enum Arrival: CaseIterable {
    case nothing, everything, something
  }

  private enum Change {
    case write(offset: Int, bytes: [UInt8])
    case truncate(Int)
  }

  private enum NameChange {
    case add(String, Int)
    case remove(String)
    case rename(String, String, Int)

    /// The folder whose sync completes the change.
    var folder: Substring {
      switch self {
      case .add(let path, _), .remove(let path), .rename(_, let path, _): Disk.folder(of: path)
      }
    }
  }

  private var contents: [[UInt8]] = []
  private var pending: [[Change]] = []
  private var names: [String: Int] = [:]
  private var pendingNames: [NameChange] = []
  /// The names that processes see.
  private var present: [String: Int] = [:]
  /// The index of each file by its inode number, which a later file may reuse.
  private var numbers: [UInt64: Int] = [:]

  /// Adds a file that is completely on the disk.
  mutating func hold(_ bytes: [UInt8], in file: UInt64, named path: String) {
    contents.append(bytes)
    pending.append([])
    numbers[file] = contents.count - 1
    names[path] = contents.count - 1
    present[path] = contents.count - 1
  }

  mutating func apply(_ operation: Operation) {
    switch operation {
    case .write(let file, let offset, let bytes):
      if let file = numbers[file] { pending[file].append(.write(offset: offset, bytes: bytes)) }
    case .truncate(let file, let length):
      if let file = numbers[file] { pending[file].append(.truncate(length)) }
    case .sync(let file): if let file = numbers[file] { settle(file) }
    case .name(let file, let path):
      contents.append([])
      pending.append([])
      numbers[file] = contents.count - 1
      change(.add(path, contents.count - 1))
    case .unlink(let path): change(.remove(path))
    case .rename(let from, let to):
      if let file = present[from] { change(.rename(from, to, file)) }
    case .syncFolder(let path): settle(namesIn: path)
    case .other, .failed, .acknowledge: break
    }
  }

  /// The files after a power loss, by their paths.
  func files(
    after arrival: Arrival, using generator: inout SeededGenerator
  ) -> [String: [UInt8]] {
    var names = names
    let count =
      switch arrival {
      case .nothing: 0
      case .everything: pendingNames.count
      case .something: Int.random(in: 0...pendingNames.count, using: &generator)
      }
    for change in pendingNames.prefix(count) { Self.apply(change, to: &names) }
    var files: [String: [UInt8]] = [:]
    for (path, file) in names.sorted(by: { $0.key < $1.key }) {
      files[path] = content(of: file, after: arrival, using: &generator)
    }
    return files
  }

  private func content(
    of file: Int, after arrival: Arrival, using generator: inout SeededGenerator
  ) -> [UInt8] {
    var bytes = contents[file]
    for change in pending[file] {
      switch arrival {
      case .nothing: continue
      case .everything: Self.apply(change, to: &bytes)
      case .something:
        if Bool.random(using: &generator) { continue }
        // A sector is written whole or not at all.
        if case .write(let offset, let all) = change, Int.random(in: 0..<3, using: &generator) == 0
        {
          let part = Int.random(in: 0...all.count / 512, using: &generator) * 512
          Self.apply(.write(offset: offset, bytes: Array(all.prefix(part))), to: &bytes)
        } else {
          Self.apply(change, to: &bytes)
        }
      }
    }
    return bytes
  }

  private mutating func settle(_ file: Int) {
    for change in pending[file] { Self.apply(change, to: &contents[file]) }
    pending[file] = []
  }

  private mutating func settle(namesIn folder: String) {
    for change in pendingNames where change.folder == folder { Self.apply(change, to: &names) }
    // The old name of a file moved here is still to be removed from its folder.
    pendingNames = pendingNames.compactMap { change in
      if change.folder != folder { return change }
      guard case .rename(let from, _, _) = change, Self.folder(of: from) != folder else {
        return nil
      }
      return .remove(from)
    }
  }

  private static func folder(of path: String) -> Substring {
    path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
  }

  private mutating func change(_ change: NameChange) {
    Self.apply(change, to: &present)
    pendingNames.append(change)
  }

  private static func apply(_ change: NameChange, to names: inout [String: Int]) {
    switch change {
    case .add(let path, let file): names[path] = file
    case .remove(let path): names[path] = nil
    case .rename(let from, let to, let file):
      names[from] = nil
      names[to] = file
    }
  }

  private static func apply(_ change: Change, to bytes: inout [UInt8]) {
    switch change {
    case .truncate(let length):
      bytes = Array(bytes.prefix(length))
      bytes += [UInt8](repeating: 0, count: length - bytes.count)
    case .write(let offset, let new):
      if bytes.count < offset + new.count {
        bytes += [UInt8](repeating: 0, count: offset + new.count - bytes.count)
      }
      bytes.replaceSubrange(offset..<offset + new.count, with: new)
    }
  }
}
