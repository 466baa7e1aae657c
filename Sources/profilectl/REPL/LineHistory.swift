import Terminal

/// The lines somebody typed before, kept in a private file between two runs.
struct LineHistory {
  private static let longest = 5_000
  private static let mostBytes = 16 << 20

  private let file: PrivateFile

  init(folder: String) {
    file = PrivateFile(folder: folder, name: "history")
  }

  /// The latest lines, oldest first; a file that has grown beyond them is cut.
  func load() throws -> [String] {
    guard let bytes = try file.read(limit: LineHistory.mostBytes) else { return [] }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
      .map { String(decoding: $0, as: UTF8.self) }
    guard lines.count > LineHistory.longest else { return lines }
    let latest = Array(lines.suffix(LineHistory.longest))
    try file.replace(with: Array((latest.joined(separator: "\n") + "\n").utf8))
    return latest
  }

  /// Whether a line is kept: one that begins with a blank is its writer's own business.
  static func keeps(_ line: String) -> Bool {
    !line.isEmpty && line.first != " " && line.first != "\t"
  }

  func append(_ line: String) throws {
    try file.append(Array((line + "\n").utf8))
  }
}
