/// A format that can be imported.
package struct ImportFormat: Sendable {
  package let name: String
  /// Whether the names of a folder or an archive are of the format.
  var fitsNames: @Sendable (_ names: EntryNames) -> Bool = { _ in false }
  /// Whether the files of a folder or an archive belong together, whatever their names.
  var fitsFiles: @Sendable (_ tree: any InputTree) throws(ExchangeError) -> Bool = { _ in false }
  /// Whether the beginning of a file, at most 64 KiB of it, is of the format.
  var fitsBeginning: @Sendable (_ head: FileBeginning) -> Bool = { _ in false }
  /// Whether the format is found by content; otherwise it must be named.
  var isDetected = true
  /// Reads all records.
  let read: @Sendable (_ tree: any InputTree, _ session: ImportSession) throws -> Void

  /// All formats; a file or an archive that fits several is refused.
  package static let all: [ImportFormat] = [
    .ndjson, .edges, .accounts, .followers, .mastodon, .activityStreams, .twitter,
    .instagram, .bluesky, .makestagram, .twtxt, .feed, .ldbc,
  ]
}

/// The beginning of a file, for the detection of its format.
struct FileBeginning: Sendable {
  let bytes: [UInt8]
  /// Without a byte-order mark.
  let text: String
  /// The first hundred whole lines that are neither blank nor comments.
  ///
  /// twtxt has other signs for new lines within a post.
  let lines: [Substring]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    text = String(decoding: start, as: UTF8.self)
    var lines = text.split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" })
    if bytes.count >= chunkSize { lines.removeLast() }
    self.lines = Array(lines.lazy.filter { !FileBeginning.isBlankOrComment($0) }.prefix(100))
  }

  /// Whether a line is blank, or a comment.
  static func isBlankOrComment(_ line: Substring) -> Bool {
    let first = line.utf8.first
    return first == UInt8(ascii: "#") || first == UInt8(ascii: "%")
      || line.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
  }

  /// Whether the text begins like this, ignoring blanks and line feeds.
  func begins(_ expected: String) -> Bool {
    let wanted = expected.filter { !$0.isWhitespace }
    var rest = wanted[...]
    for character in text.prefix(4_096) where !character.isWhitespace {
      guard let next = rest.first else { break }
      guard character == next else { return false }
      rest.removeFirst()
    }
    return rest.isEmpty
  }

  func has(_ word: String) -> Bool { text.contains(word) }

  /// Whether a key of JSON has an object or an array.
  func hasCollection(_ key: String) -> Bool {
    var rest = text[...]
    while let found = rest.firstRange(of: "\"\(key)\"") {
      rest = rest[found.upperBound...]
      let value = rest.drop(while: \.isWhitespace).dropFirst().drop(while: \.isWhitespace)
      if rest.first(where: { !$0.isWhitespace }) == ":", value.first == "{" || value.first == "[" {
        return true
      }
    }
    return false
  }

  /// Whether the whole file has no content: blanks, comments, or an empty list or object.
  var isEmpty: Bool {
    guard bytes.count < chunkSize else { return false }
    return lines.isEmpty || ["[]", "{}"].contains(text.filter { !$0.isWhitespace })
  }
}

/// An input and its format.
package struct DetectedInput {
  let tree: any InputTree
  /// The path of the archive, whose single file `tree` may be.
  let path: String
  package let format: ImportFormat

  /// Finds the format by content, unless it is named.
  package init(_ tree: any InputTree, named name: String?) throws(ExchangeError) {
    path = tree.path
    let tree = try DetectedInput.unwrapped(tree)
    self.tree = tree
    if try ExportedTables.holds(tree) { throw .unsupported(path: tree.path, .exportedTables) }
    if let name {
      guard let format = ImportFormat.all.first(where: { $0.name == name }) else {
        throw .unknownFormat(path: tree.path, fitting: [])
      }
      self.format = format
      return
    }
    let names = tree.names
    var fitting: [ImportFormat]
    if tree.isOneFile {
      let head = try tree.beginning(of: "")
      if head.text.allSatisfy(\.isWhitespace) {
        format = .edges
        return
      }
      fitting = ImportFormat.all.filter { $0.isDetected && $0.fitsBeginning(head) }
    } else {
      if names.isEmpty {
        format = .edges
        return
      }
      fitting = ImportFormat.all.filter { $0.fitsNames(names) }
      if fitting.isEmpty {
        for format in ImportFormat.all where try format.fitsFiles(tree) { fitting.append(format) }
      }
    }
    if fitting.isEmpty, let content = try DetectedInput.unsupported(in: tree) {
      throw .unsupported(path: tree.path, content)
    }
    guard fitting.count == 1, let format = fitting.first else {
      throw .unknownFormat(path: tree.path, fitting: fitting.map(\.name))
    }
    self.format = format
  }

  /// Content that can't be imported as it is: it needs another export or another path.
  private static func unsupported(
    in tree: any InputTree
  ) throws(ExchangeError) -> UnsupportedContent? {
    if tree.isOneFile {
      let head = try tree.beginning(of: "").text.prefix(1_024).lowercased()
      return head.contains("<html") || head.contains("<!doctype html") ? .webPages : nil
    }
    let inner = tree.names.first { name in
      [".zip", ".tar", ".tgz", ".gz"].contains { name.lowercased().hasSuffix($0) }
    }
    if let inner { return .innerArchive(inner) }
    return tree.names.contains { $0.lowercased().hasSuffix(".html") } ? .webPages : nil
  }

  /// Whether the content is empty or fits the format; the caller may have named a wrong one.
  func fits() throws(ExchangeError) -> Bool {
    if tree.names.isEmpty || format.fitsNames(tree.names) { return true }
    for name in tree.jsonFiles {
      let head = try tree.beginning(of: name)
      if format.fitsBeginning(head) || tree.isOneFile && head.isEmpty { return true }
    }
    if tree.isOneFile { return false }
    return try format.fitsFiles(tree)
  }

  /// The single file of an archive or a folder that has no other.
  private static func unwrapped(_ tree: any InputTree) throws(ExchangeError) -> any InputTree {
    // The Finder of macOS adds files of its own.
    let names = tree.names.lazy.filter { !$0.hasPrefix("__MACOSX/") && !$0.hasSuffix(".DS_Store") }
      .prefix(2)
    guard let name = names.first, names.count == 1, !name.isEmpty else { return tree }
    return SingleFile(tree.path(of: name), besides: tree.unsafeNames) {
      () throws(ExchangeError) in try tree.open(name)
    }
  }
}

extension InputTree {
  /// The first 64 KiB of a file as a text.
  func beginning(of name: String) throws(ExchangeError) -> FileBeginning {
    FileBeginning(try TextSource(try open(name)).head(chunkSize))
  }

  /// The files that a format of one JSON file reads: those with this ending, or the only one.
  var jsonFiles: [String] { names.filter { $0.isEmpty || $0.hasSuffix(".json") } }
}
