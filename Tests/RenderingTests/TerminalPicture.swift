import CPictures
import Foundation

/// A picture as a terminal decodes it: rows from the top, with red, green and blue.
struct TerminalPicture: Equatable {
  var width: Int
  var height: Int
  var pixels: [UInt8]

  enum Fault: Error { case file, sixels }

  /// From a PNG file, by libpng.
  init(png bytes: [UInt8]) throws {
    var picture = cpictures_picture()
    let status = cpictures_read(bytes, bytes.count, 1, 1, 1 << 24, &picture)
    guard status == 0, picture.channels == 3 else { throw Fault.file }
    defer { free(picture.pixels) }
    (width, height) = (picture.width, picture.height)
    pixels = Array(UnsafeBufferPointer(start: picture.pixels, count: width * height * 3))
  }

  /// From a device control string of sixels: DEC STD 070, chapter 9.
  init(sixels: Substring) throws {
    guard let start = sixels.firstIndex(of: "q") else { throw Fault.sixels }
    var rest = sixels[sixels.index(after: start)...]
    var colors: [Int: [Int]] = [:]
    var (color, x, top) = (0, 0, 0)
    (width, height, pixels) = (0, 0, [])
    func numbers(_ rest: inout Substring) -> [Int] {
      let text = rest.prefix { $0.isNumber || $0 == ";" }
      rest = rest.dropFirst(text.count)
      return text.split(separator: ";").compactMap { Int($0) }
    }
    while let sign = rest.popFirst() {
      switch sign {
      case "\"":
        let parts = numbers(&rest)
        guard parts.count == 4 else { throw Fault.sixels }
        (width, height) = (parts[2], parts[3])
        pixels = Array(repeating: 0, count: width * height * 3)
      case "#":
        let parts = numbers(&rest)
        color = parts[0]
        if parts.count == 5 { colors[color] = parts[2...].map { ($0 * 255 + 50) / 100 } }
      case "$": x = 0
      case "-": (x, top) = (0, top + 6)
      case "!", "?"..."~":
        let count = sign == "!" ? numbers(&rest)[0] : 1
        guard let drawn = sign == "!" ? rest.popFirst() : sign, let byte = drawn.asciiValue,
          let shown = colors[color], x + count <= width
        else { throw Fault.sixels }
        for bit in 0..<6 where (byte - 63) >> bit & 1 == 1 {
          guard top + bit < height else { throw Fault.sixels }
          for column in x..<x + count {
            for part in 0..<3 {
              pixels[((top + bit) * width + column) * 3 + part] = UInt8(shown[part])
            }
          }
        }
        x += count
      default: throw Fault.sixels
      }
    }
  }

  /// The mean difference of a part of a pixel.
  func difference(from other: [UInt8]) -> Double {
    guard pixels.count == other.count else { return 255 }
    let sum = zip(pixels, other).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(pixels.count)
  }
}

/// A terminal that understands kitty's commands for pictures, and nothing else.
struct KittyScreen {
  struct Placement: Hashable {
    var column: Int
    var row: Int
    var keys: [String: String]
  }

  private(set) var images: [String: TerminalPicture] = [:]
  /// By image and placement.
  private(set) var placements: [String: Placement] = [:]
  /// Bytes of images that were sent.
  private(set) var sentBytes = 0

  mutating func take(_ text: String) throws {
    var (cursor, rest) = ((column: 0, row: 0), Substring(text))
    var (open, letters) = ([String: String](), "")
    while let escape = rest.firstIndex(of: "\u{1B}") {
      rest = rest[rest.index(after: escape)...]
      if rest.hasPrefix("["), let end = rest.dropFirst().firstIndex(where: \.isLetter) {
        let parts = rest[..<end].dropFirst().split(separator: ";").compactMap { Int($0) }
        if rest[end] == "H" {
          cursor = ((parts.dropFirst().first ?? 1) - 1, (parts.first ?? 1) - 1)
        }
        rest = rest[rest.index(after: end)...]
      } else if rest.hasPrefix("_G"), let end = rest.range(of: "\u{1B}\\") {
        let command = rest[..<end.lowerBound].dropFirst(2)
        rest = rest[end.upperBound...]
        let halves = command.split(separator: ";", maxSplits: 1)
        let pairs = halves[0].split(separator: ",").map {
          $0.split(separator: "=").map(String.init)
        }
        let keys = Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) })
        letters += halves.dropFirst().first ?? ""
        if open.isEmpty { open = keys }
        if keys["m"] == "1" { continue }
        try carryOut(open, letters, at: cursor)
        (open, letters) = ([:], "")
      }
    }
  }

  private mutating func carryOut(
    _ keys: [String: String], _ letters: String, at cursor: (column: Int, row: Int)
  ) throws {
    let image = keys["i"] ?? "unnamed"
    if let action = keys["a"], "tT".contains(action) {
      guard let file = Data(base64Encoded: letters) else { throw TerminalPicture.Fault.file }
      images[image] = try TerminalPicture(png: Array(file))
      sentBytes += letters.utf8.count
    }
    switch (keys["a"], keys["d"]) {
    case ("T", _), ("p", _):
      placements["\(image)/\(keys["p"] ?? "")"] = Placement(
        column: cursor.column, row: cursor.row,
        keys: keys.filter { ["c", "r", "x", "y", "w", "h", "C"].contains($0.key) })
    case ("d", "A"): (placements, images) = ([:], [:])
    case ("d", "i"): placements["\(image)/\(keys["p"] ?? "")"] = nil
    default: break
    }
  }
}
