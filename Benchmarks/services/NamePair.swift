import Glibc
import Model

/// A line of a file that holds two names.
struct NamePair {
  let first: Handle
  let second: Handle

  static func read(from path: String) throws -> [NamePair] {
    try lines(of: path).filter { $0.count == 2 }.map {
      NamePair(first: try Handle($0[0]), second: try Handle($0[1]))
    }
  }

  /// The words of each line of a file.
  static func lines(of path: String) -> [[String]] {
    guard let file = fopen(path, "r") else {
      perror(path)
      exit(66)
    }
    defer { fclose(file) }
    var lines: [[String]] = []
    var line: UnsafeMutablePointer<CChar>?
    var room = 0
    while getline(&line, &room, file) > 0, let line {
      lines.append(String(cString: line).split { $0 == " " || $0 == "\n" }.map(String.init))
    }
    free(line)
    return lines
  }
}
