/// Gives back what was compressed by RFC 1951: slowly, and strictly enough to notice mistakes.
struct Inflater {
  enum Fault: Error { case block, code, distance, end }

  private let bytes: [UInt8]
  private var place = 0
  private(set) var result: [UInt8] = []

  static func inflated(_ bytes: [UInt8]) throws -> [UInt8] {
    var inflater = Inflater(bytes: bytes)
    while try inflater.block() {}
    return inflater.result
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Says whether another block follows.
  private mutating func block() throws -> Bool {
    let isLast = try bits(1) == 1
    switch try bits(2) {
    case 1:
      let literals = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
      try symbols(Self.codes(literals), Self.codes(Array(repeating: 5, count: 30)))
    case 2:
      let (literals, distances) = try lengths()
      try symbols(Self.codes(literals), Self.codes(distances))
    default: throw Fault.block
    }
    return !isLast
  }

  private mutating func lengths() throws -> ([Int], [Int]) {
    let (literals, distances) = (try bits(5) + 257, try bits(5) + 1)
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var first = [Int](repeating: 0, count: 19)
    for symbol in order.prefix(try bits(4) + 4) { first[symbol] = try bits(3) }
    let code = Self.codes(first)
    var lengths: [Int] = []
    while lengths.count < literals + distances {
      switch try symbol(code) {
      case 16:
        guard let last = lengths.last else { throw Fault.code }
        lengths += Array(repeating: last, count: try bits(2) + 3)
      case 17: lengths += Array(repeating: 0, count: try bits(3) + 3)
      case 18: lengths += Array(repeating: 0, count: try bits(7) + 11)
      case let length: lengths.append(length)
      }
    }
    guard lengths.count == literals + distances else { throw Fault.code }
    return (Array(lengths.prefix(literals)), Array(lengths.suffix(distances)))
  }

  private mutating func symbols(_ literals: [Int: Int], _ distances: [Int: Int]) throws {
    while true {
      let symbol = try symbol(literals)
      if symbol < 256 {
        result.append(UInt8(symbol))
      } else if symbol == 256 {
        return
      } else {
        try copy(try length(symbol - 257), try distance(try self.symbol(distances)))
      }
    }
  }

  private mutating func length(_ step: Int) throws -> Int {
    if step < 8 { return step + 3 }
    if step == 28 { return 258 }
    let extra = (step - 4) / 4
    return try ((4 + step % 4) << extra) + 3 + bits(extra)
  }

  private mutating func distance(_ step: Int) throws -> Int {
    if step < 4 { return step + 1 }
    let extra = (step - 2) / 2
    return try ((2 + step % 2) << extra) + 1 + bits(extra)
  }

  private mutating func copy(_ length: Int, _ distance: Int) throws {
    guard distance <= result.count, distance <= 32_768 else { throw Fault.distance }
    for _ in 0..<length { result.append(result[result.count - distance]) }
  }

  private mutating func bits(_ count: Int) throws -> Int {
    guard place + count <= bytes.count * 8 else { throw Fault.end }
    defer { place += count }
    return (0..<count).reduce(0) {
      $0 | Int(bytes[(place + $1) / 8] >> UInt8((place + $1) % 8) & 1) << $1
    }
  }

  private mutating func symbol(_ code: [Int: Int]) throws -> Int {
    var path = 1
    for _ in 0..<15 {
      path = path << 1 | (try bits(1))
      if let symbol = code[path] { return symbol }
    }
    throw Fault.code
  }

  /// By the bits of each code behind a leading 1: its symbol.
  private static func codes(_ lengths: [Int]) -> [Int: Int] {
    var codes: [Int: Int] = [:]
    var next = 0
    for length in 1...15 {
      next <<= 1
      for (symbol, own) in lengths.enumerated() where own == length {
        codes[1 << length | next] = symbol
        next += 1
      }
    }
    return codes
  }
}
