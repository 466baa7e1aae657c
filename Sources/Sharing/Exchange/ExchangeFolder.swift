internal import Crypto
package import Files
package import Model
internal import Storage

/// The files of a shared network in a folder, which any other program may copy and change.
package struct ExchangeFolder {
  package enum Kind: CaseIterable {
    case bundle, picture

    fileprivate var letter: UInt8 {
      self == .bundle ? StoredFolderFile.bundle : StoredFolderFile.picture
    }
    fileprivate var folder: String { self == .bundle ? "bundles" : "pictures" }
    fileprivate var ending: String { self == .bundle ? ".bundle" : ".picture" }
  }

  /// A file, by its kind and name.
  package struct File: Hashable {
    package let kind: Kind
    package let name: FixedBytes<32>

    package init(_ kind: Kind, _ name: FixedBytes<32>) {
      (self.kind, self.name) = (kind, name)
    }

    /// The bytes in the column `name` of the known files.
    package var bytes: [UInt8] { [kind.letter] + name.array }
  }

  /// The folder that the user named.
  let parent: String
  package let path: String

  package init(in folder: String, of network: LastingName) {
    parent = folder
    path = "\(folder)/profilectl-\(network.hexadecimal)"
  }

  package var exists: Bool { FileStamp(of: path)?.isFolder == true }

  // MARK: Reading

  /// All files with names of this network; other names are ignored, and links are not followed.
  ///
  /// `refuse` takes the paths of folders that can't be listed.
  package func files(
    refusing refuse: (String) -> Void = { _ in }
  ) throws(FileError) -> [File: FileStamp] {
    var files: [File: FileStamp] = [:]
    for kind in Kind.allCases {
      let folder = "\(path)/\(kind.folder)"
      for part in try names(folder) where part.utf8.count == 2 {
        guard let names = try? names("\(folder)/\(part)") else {
          refuse("\(folder)/\(part)")
          continue
        }
        for name in names {
          guard name.hasSuffix(kind.ending),
            let hash = FixedBytes<32>(hexadecimal: String(name.dropLast(kind.ending.count))),
            name.hasPrefix(part), let stamp = FileStamp(of: "\(folder)/\(part)/\(name)")
          else { continue }
          files[File(kind, hash)] = stamp
        }
      }
    }
    return files
  }

  /// The names in a folder; none if it is missing or no folder.
  private func names(_ folder: String) throws(FileError) -> [String] {
    guard FileStamp(of: folder)?.isFolder == true else { return [] }
    do throws(FileError) {
      return try Folder.names(folder)
    } catch {
      if error.isMissing { return [] }
      throw error
    }
  }

  package func path(of file: File) -> String {
    let name = file.name.hexadecimal
    return "\(path)/\(file.kind.folder)/\(name.prefix(2))/\(name)\(file.kind.ending)"
  }

  package func isPlain(_ file: File) -> Bool { FileStamp(of: path(of: file))?.isRegular == true }

  /// Opens a plain file; a link is refused.
  package func open(_ file: File) throws(FileError) -> Descriptor {
    try Descriptor.plain(path(of: file))
  }

  // MARK: Writing

  package func remove(_ file: File) { Folder.removeAll(path(of: file)) }

  /// Writes files beside their places; `finish` syncs and names them.
  package final class Batch {
    private let folder: ExchangeFolder
    private var waiting: [(part: String, file: File)] = []
    /// The files that have their names.
    package private(set) var named: Set<File> = []
    private static let capacity = 500

    package init(_ folder: ExchangeFolder) {
      self.folder = folder
    }

    /// `pieces` passes the bytes of the file in order.
    package func write(
      _ file: File, _ pieces: (_ take: ([UInt8]) throws -> Void) throws -> Void
    ) throws {
      let parent = try folder.makeFolders(for: file)
      let part = "\(parent)/.\(FixedBytes<8>.random().hexadecimal).part"
      do {
        let descriptor = try Descriptor(making: part)
        waiting.append((part, file))
        try pieces { try descriptor.write($0) }
        let mode = FileStamp(of: parent)?.mode ?? 0o600
        try Folder.setMode(part, mode & 0o666)
      } catch {
        Folder.removeAll(part)
        waiting.removeAll { $0.part == part }
        throw error
      }
      if waiting.count == Batch.capacity { try finish() }
    }

    /// Removes the files that have no name yet.
    deinit {
      for file in waiting { Folder.removeAll(file.part) }
    }

    /// Gives the written files their names, once they are on the disk.
    package func finish() throws {
      if waiting.isEmpty { return }
      defer {
        for file in waiting { Folder.removeAll(file.part) }
        waiting = []
      }
      if waiting.count == 1 {
        try Folder.syncAll(waiting[0].part)
      } else {
        try Folder.syncAll(folder.path)
      }
      for file in waiting {
        try Folder.rename(file.part, to: folder.path(of: file.file))
        named.insert(file.file)
      }
      try Folder.syncAll(folder.path)
    }
  }

  /// Makes the folder of a file and those above it, with the mode of the one above.
  private func makeFolders(for file: File) throws(FileError) -> String {
    let name = file.name.hexadecimal
    var folder = path
    for part in ["", "/\(file.kind.folder)", "/\(name.prefix(2))"] {
      folder += part
      if FileStamp(of: folder)?.isFolder == true { continue }
      let above = String(folder[..<(folder.lastIndex(of: "/") ?? folder.endIndex)])
      let made = "\(above)/.\(FixedBytes<8>.random().hexadecimal).part"
      do throws(FileError) {
        // Another account must find the folder with its mode.
        try Folder.make(made)
        try Folder.setMode(made, FileStamp(following: above)?.mode ?? 0o700)
        try Folder.rename(made, to: folder)
      } catch {
        Folder.removeAll(made)
        // Another exchange may have made it.
        if FileStamp(of: folder)?.isFolder != true { throw error }
      }
    }
    return folder
  }
}
