/// Counts the pixels that the codes of an image stand for (GIF89a, appendix F).
struct GIFCodes {
  private let clear: Int
  private let firstWidth: Int
  /// How many pixels each code stands for, of those that are known.
  private var lengths: [Int]
  private var width: Int
  private var previous: Int?
  private var bits = 0
  private var bitCount = 0
  private var hasEnded = false
  private(set) var pixelCount = 0

  /// Nil for a size of colours that there is not.
  init?(colorBits: Int) {
    guard (1...11).contains(colorBits) else { return nil }
    clear = 1 << colorBits
    firstWidth = colorBits + 1
    width = firstWidth
    // The code that clears the table, and the one that ends the data, stand for none.
    lengths = [Int](repeating: 1, count: clear) + [0, 0]
    lengths.reserveCapacity(GIFCodes.limit)
  }

  /// No table grows beyond this.
  private static let limit = 4096

  mutating func take(_ byte: UInt8) {
    bits |= Int(byte) << bitCount
    bitCount += 8
    while bitCount >= width, !hasEnded {
      let code = bits & (1 << width - 1)
      bits >>= width
      bitCount -= width
      take(code: code)
    }
  }

  /// A code that is not known yet ends the data, too.
  private mutating func take(code: Int) {
    if code == clear {
      lengths.removeLast(lengths.count - clear - 2)
      (width, previous) = (firstWidth, nil)
      return
    }
    // Each code adds to the table what the one before stood for, and a pixel more.
    if let previous, lengths.count < GIFCodes.limit { lengths.append(lengths[previous] + 1) }
    guard code != clear + 1, code < lengths.count else {
      hasEnded = true
      return
    }
    if lengths.count == 1 << width, lengths.count < GIFCodes.limit { width += 1 }
    pixelCount += lengths[code]
    previous = code
  }
}
