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
    var folder: String { self == .bundle ? "bundles" : "pictures" }
    var ending: String { self == .bundle ? ".bundle" : ".picture" }
  }

  /// A file, by its kind and name.
  package struct File: Hashable {
    package let kind: Kind
    /// The letter of the kind and the name, as in the column `name` of the known files.
    let bytes: [UInt8]

    package init(_ kind: Kind, _ name: FixedBytes<32>) {
      (self.kind, bytes) = (kind, [kind.letter] + name.array)
    }

    /// Nil if no file has this name in a folder with these two digits.
    init?(_ kind: Kind, in part: String, named name: String) {
      guard name.hasPrefix(part), name.hasSuffix(kind.ending) else { return nil }
      var digits = Array(name.utf8)
      digits.removeLast(kind.ending.utf8.count)
      guard let hash = FixedBytes<32>(hexadecimalDigits: digits) else { return nil }
      self.init(kind, hash)
    }

    /// Nil for bytes of no known kind.
    init?(_ bytes: [UInt8]) {
      guard let kind = Kind.allCases.first(where: { $0.letter == bytes.first }) else { return nil }
      (self.kind, self.bytes) = (kind, bytes)
    }

    package var name: FixedBytes<32> { FixedBytes(exactly: Array(bytes.dropFirst())) }

    /// The names of the folders from the one of the network to the one of the file.
    var folders: [String] { [kind.folder, String(name.hexadecimal.prefix(2))] }
    var fileName: String { name.hexadecimal + kind.ending }
  }

  /// The folder that the user named.
  let parent: String
  /// The name of the network's folder in it.
  let name: String

  package init(in folder: String, of network: LastingName) {
    parent = folder
    name = "profilectl-\(network.hexadecimal)"
  }

  package var path: String { "\(parent)/\(name)" }

  package var exists: Bool { FileStamp(of: path)?.isFolder == true }

  // MARK: Reading

  package func path(of file: File) -> String {
    ([path] + file.folders + [file.fileName]).joined(separator: "/")
  }

  package func isPlain(_ file: File) -> Bool { FileStamp(of: path(of: file))?.isRegular == true }

  /// Opens a plain file; a link is refused.
  package func open(_ file: File) throws(FileError) -> Descriptor {
    try Descriptor.plain(path(of: file))
  }

  /// Opens the folder of the network; nil if it is missing.
  func opened() throws(FileError) -> OpenFolder? { try OpenFolder(parent).folder(name) }

  /// Opens the folder of a file; nil if it is missing.
  func opened(for file: File) throws(FileError) -> OpenFolder? {
    guard var folder = try opened() else { return nil }
    for name in file.folders {
      guard let next = try folder.folder(name) else { return nil }
      folder = next
    }
    return folder
  }

  // MARK: Writing

  /// Removes a file or a link; a folder in its place stays if it is not empty.
  package func remove(_ file: File) {
    if let folder = try? opened(for: file) { folder.remove(file.fileName) }
  }

  /// A random hidden name for an unfinished file or folder.
  static func hiddenName() -> String { ".\(FixedBytes<8>.random().hexadecimal).part" }

  /// Whether the name is that of an unfinished file or folder of an exchange.
  static func isHiddenName(_ name: String) -> Bool {
    name.utf8.count == 22 && name.hasPrefix(".") && name.hasSuffix(".part")
      && FixedBytes<8>(hexadecimal: String(name.dropFirst().dropLast(5))) != nil
  }
}
