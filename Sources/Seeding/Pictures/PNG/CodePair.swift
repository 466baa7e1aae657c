/// The two codes of a block, and how a block tells them: RFC 1951, section 3.2.7.
struct CodePair {
  let literals: PrefixCode
  let distances: PrefixCode
  /// In bits, of the codes and of all that is written with them, extra bits apart.
  let cost: Int

  private let lengthCode: PrefixCode
  private let runs: [Run]
  private let literalCount: Int
  private let distanceCount: Int

  /// A length, or a symbol that repeats one, and its extra bits.
  private struct Run {
    let symbol: Int
    var extra = 0
    var extraLength: Int { [16: 2, 17: 3, 18: 7][symbol] ?? 0 }
  }

  /// In this order the lengths of the code for lengths are told.
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  init(literals: [Int], distances: [Int]) {
    self.literals = PrefixCode(frequencies: literals, limit: 15)
    // One distance must be told even where there is none.
    let isBare = distances.allSatisfy { $0 == 0 }
    self.distances = PrefixCode(frequencies: isBare ? [1] : distances, limit: 15)
    literalCount = 1 + (self.literals.lengths.lastIndex { $0 > 0 } ?? 256)
    distanceCount = 1 + (self.distances.lengths.lastIndex { $0 > 0 } ?? 0)
    runs = CodePair.runs(
      of: self.literals.lengths.prefix(literalCount) + self.distances.lengths.prefix(distanceCount))
    var frequencies = [Int](repeating: 0, count: 19)
    for run in runs { frequencies[run.symbol] += 1 }
    lengthCode = PrefixCode(frequencies: frequencies, limit: 7)
    cost =
      17 + 3 * 19 + lengthCode.cost(frequencies) + runs.reduce(0) { $0 + $1.extraLength }
      + self.literals.cost(literals) + self.distances.cost(distances)
  }

  func write(to writer: inout BitWriter) {
    let told = 1 + (CodePair.order.lastIndex { lengthCode.lengths[$0] > 0 } ?? 3)
    writer.add(literalCount - 257, 5)
    writer.add(distanceCount - 1, 5)
    writer.add(max(4, told) - 4, 4)
    for symbol in CodePair.order.prefix(max(4, told)) { writer.add(lengthCode.lengths[symbol], 3) }
    for run in runs {
      writer.add(lengthCode.bits[run.symbol], lengthCode.lengths[run.symbol])
      writer.add(run.extra, run.extraLength)
    }
  }

  private static func runs(of lengths: ArraySlice<Int>) -> [Run] {
    var runs: [Run] = []
    var rest = lengths
    while let length = rest.first {
      var count = rest.prefix { $0 == length }.count
      rest = rest.dropFirst(count)
      if length > 0 {
        runs.append(Run(symbol: length))
        count -= 1
      }
      while count > 2 {
        let part = min(count, length > 0 ? 6 : 138)
        let symbol = length > 0 ? 16 : part > 10 ? 18 : 17
        runs.append(Run(symbol: symbol, extra: part - (symbol == 18 ? 11 : 3)))
        count -= part
      }
      for _ in 0..<count { runs.append(Run(symbol: length)) }
    }
    return runs
  }
}
