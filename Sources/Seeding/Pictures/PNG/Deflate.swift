/// Compresses bytes as RFC 1951 tells: repetitions and literals under Huffman codes made for them.
struct Deflate {
  /// Symbols in one block; each block has codes of its own.
  private static let blockSize = 32_768
  private static let lengthBases = bases(extra: lengthExtra, from: 3)
  private static let lengthExtra = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5,
  ]
  private static let distanceExtra = [0, 0] + (0..<28).map { $0 / 2 }
  private static let distanceBases = bases(extra: distanceExtra, from: 1)
  /// By length, its symbol; the longest has one of its own.
  private static let lengthSymbols = (0...258).map { length in
    length == 258 ? 285 : 257 + (lengthBases.lastIndex { $0 <= length } ?? 0)
  }
  private static let fixedLiterals = PrefixCode(
    lengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  private static let fixedDistances = PrefixCode(lengths: Array(repeating: 5, count: 30))

  /// A byte, or a repetition: length and distance.
  private struct Token {
    let length: UInt16
    /// The byte, where the length is 0.
    let value: UInt16
  }

  private var writer: BitWriter
  private var tokens: [Token] = []

  /// Appends to `start` what `bytes` become.
  static func compressed(_ bytes: [UInt8], after start: [UInt8] = []) -> [UInt8] {
    var deflate = Deflate(writer: BitWriter(start))
    deflate.take(bytes)
    deflate.writer.align()
    return deflate.writer.bytes
  }

  private init(writer: BitWriter) {
    self.writer = writer
  }

  /// A repetition waits for the next place: where that has a longer one, a literal goes first.
  private mutating func take(_ bytes: [UInt8]) {
    var repetitions = Repetitions(in: bytes)
    var place = 0
    var found = Repetitions.Match()
    var isKnown = false
    while place < bytes.count {
      if !isKnown { found = repetitions.longest(at: place, over: 2) }
      isKnown = false
      repetitions.remember(place)
      if found.length > 2, found.length < 32 {
        let next = repetitions.longest(at: place + 1, over: found.length)
        if next.length > found.length {
          add(Token(length: 0, value: UInt16(bytes[place])))
          place += 1
          found = next
          isKnown = true
          continue
        }
      }
      if found.length > 2 {
        add(Token(length: UInt16(found.length), value: UInt16(found.distance)))
        for skipped in 1..<found.length { repetitions.remember(place + skipped) }
        place += found.length
      } else {
        add(Token(length: 0, value: UInt16(bytes[place])))
        place += 1
      }
    }
    writeBlock(isLast: true)
  }

  private mutating func add(_ token: Token) {
    tokens.append(token)
    if tokens.count == Deflate.blockSize { writeBlock(isLast: false) }
  }

  private mutating func writeBlock(isLast: Bool) {
    var literals = [Int](repeating: 0, count: 286)
    var distances = [Int](repeating: 0, count: 30)
    literals[256] = 1
    for token in tokens {
      if token.length == 0 {
        literals[Int(token.value)] += 1
      } else {
        literals[Deflate.lengthSymbols[Int(token.length)]] += 1
        distances[Deflate.distanceSymbol(Int(token.value))] += 1
      }
    }
    let codes = CodePair(literals: literals, distances: distances)
    let fixedCost =
      Deflate.fixedLiterals.cost(literals) + Deflate.fixedDistances.cost(distances)
    writer.add(isLast ? 1 : 0, 1)
    if fixedCost <= codes.cost {
      writer.add(1, 2)
      write(Deflate.fixedLiterals, Deflate.fixedDistances)
    } else {
      writer.add(2, 2)
      codes.write(to: &writer)
      write(codes.literals, codes.distances)
    }
    tokens.removeAll(keepingCapacity: true)
  }

  private mutating func write(_ literals: PrefixCode, _ distances: PrefixCode) {
    for token in tokens {
      guard token.length > 0 else {
        writer.add(literals.bits[Int(token.value)], literals.lengths[Int(token.value)])
        continue
      }
      let length = Int(token.length)
      let symbol = Deflate.lengthSymbols[length]
      writer.add(literals.bits[symbol], literals.lengths[symbol])
      if symbol < 285 {
        let step = symbol - 257
        writer.add(length - Deflate.lengthBases[step], Deflate.lengthExtra[step])
      }
      let distance = Int(token.value)
      let far = Deflate.distanceSymbol(distance)
      writer.add(distances.bits[far], distances.lengths[far])
      writer.add(distance - Deflate.distanceBases[far], Deflate.distanceExtra[far])
    }
    writer.add(literals.bits[256], literals.lengths[256])
  }

  /// Two symbols for each doubling of the distance, told apart by its second bit.
  private static func distanceSymbol(_ distance: Int) -> Int {
    let rest = distance - 1
    guard rest > 1 else { return rest }
    let high = Int.bitWidth - 1 - rest.leadingZeroBitCount
    return 2 * high + (rest >> (high - 1) & 1)
  }

  private static func bases(extra: [Int], from first: Int) -> [Int] {
    extra.dropLast().reduce(into: [first]) { $0.append(($0.last ?? 0) + (1 << $1)) }
  }
}
