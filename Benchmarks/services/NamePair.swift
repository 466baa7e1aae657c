import Glibc
import Model

/// A line of a file that holds two names.
struct NamePair {
  let first: Handle
  let second: Handle

  static func read(from path: String) throws -> [NamePair] {
    guard let file = fopen(path, "r") else {
      perror(path)
      exit(66)
    }
    defer { fclose(file) }
    var pairs: [NamePair] = []
    var line: UnsafeMutablePointer<CChar>?
    var room = 0
    while getline(&line, &room, file) > 0, let line {
      let names = String(cString: line).split { $0 == " " || $0 == "\n" }
      guard names.count == 2 else { continue }
      pairs.append(try NamePair(first: Handle(String(names[0])), second: Handle(String(names[1]))))
    }
    free(line)
    return pairs
  }
}
