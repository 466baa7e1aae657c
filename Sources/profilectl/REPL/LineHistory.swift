import Files
import Terminal

/// The lines that were typed at prompts, in a private file.
struct LineHistory {
  private static let mostLines = 5_000
  private static let mostBytes = 16 << 20

  private let file: PrivateFile

  init(folder: String) {
    file = PrivateFile(folder: folder, name: "history")
  }

  /// The latest lines, oldest first; shortens a file with more lines.
  func load() throws -> [[UInt8]] {
    guard let bytes = try file.readEnd(limit: LineHistory.mostBytes) else { return [] }
    let isCut = bytes.count >= LineHistory.mostBytes
    // The first line of a cut history may be incomplete.
    let lines = bytes.split(separator: UInt8(ascii: "\n")).map { Array($0) }.dropFirst(
      isCut ? 1 : 0)
    let latest = Array(lines.suffix(LineHistory.mostLines))
    if isCut || latest.count < lines.count {
      try file.replace(with: latest.flatMap { $0 + [UInt8(ascii: "\n")] })
    }
    return latest
  }

  /// Whether a line is kept: one that begins with a blank, or has a password, is not.
  static func keeps(_ line: [UInt8]) -> Bool {
    guard let first = line.first else { return false }
    let text = String(decoding: line, as: UTF8.self)
    if TypedPassword.removed(from: text) != text { return false }
    return first != UInt8(ascii: " ") && first != UInt8(ascii: "\t")
  }

  func append(_ line: [UInt8]) throws {
    try file.append(line + [UInt8(ascii: "\n")])
  }
}
