internal import Files

extension InputTree {
  /// The picture beside a file of the tree: under a relative path, or under the last
  /// component of an address.
  func picture(_ address: String, beside file: String) throws(ExchangeError) -> (any ByteSource)? {
    let address = PictureAddress.decoded(address.prefix { $0 != "?" && $0 != "#" })
    let steps = address.split(separator: "/").filter { $0 != "." }.map(String.init)
    guard let last = steps.last else { return nil }
    let path = steps.joined(separator: "/")
    for name in address.contains("://") ? [last] : [path, last] where EntryList.isSafe(name) {
      if let found = try source(of: name, beside: file) { return found }
    }
    return nil
  }

  private func source(
    of name: String, beside file: String
  ) throws(ExchangeError) -> (any ByteSource)? {
    if !file.isEmpty {
      let folder = file.prefix(through: file.lastIndex(of: "/") ?? file.startIndex)
      let whole = folder.hasSuffix("/") ? folder + name : name
      return contains(whole) ? try open(whole) : nil
    }
    // No other file is opened: closing a database file would drop its locks.
    let endings = [".jpg", ".jpeg", ".png", ".gif", ".webp"]
    guard (self as? SingleFile)?.store != nil, endings.contains(where: name.lowercased().hasSuffix)
    else { return nil }
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
    let steps = name.split(separator: "/").map(String.init)
    for step in steps.dropLast() {
      parts.append(step)
      // Links are not followed.
      guard FileStamp(of: parts.joined(separator: "/"))?.isFolder == true else { return nil }
    }
    parts += steps.suffix(1)
    return try plainFile(parts.joined(separator: "/"))
  }

  private func plainFile(_ path: String) throws(ExchangeError) -> (any ByteSource)? {
    do throws(FileError) {
      return Section(OpenFile(try Descriptor.plain(path), InputMeter()), in: InputPosition(path))
    } catch {
      if case .notPlain = error.reason { return nil }
      if error.isMissing { return nil }
      throw .file(error)
    }
  }
}

/// The address of a picture on the web; its file may be beside the file that names it.
private enum PictureAddress {
  /// Replaces `%XX` by its byte.
  fileprivate static func decoded(_ text: Substring) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let byte = UInt8(
          String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
      {
        result.append(byte)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
