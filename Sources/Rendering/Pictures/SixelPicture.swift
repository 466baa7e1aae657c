/// A picture as sixels: DEC STD 070, chapter 9.
///
/// A character is six pixels high. A band of characters is written once for each of its colours.
struct SixelPicture {
  private(set) var bytes: [UInt8] = []

  init(_ raster: Raster) {
    var palette = AdaptivePalette(raster, most: 256)
    // With the second parameter, unset pixels stay unchanged; the raster has square pixels.
    append("\u{1B}P0;1;0q\"1;1;\(raster.width);\(raster.height)")
    for (number, color) in palette.colors.enumerated() {
      func percent(_ part: Int32) -> Int32 { (part * 100 + 127) / 255 }
      append("#\(number);2;\(percent(color.red));\(percent(color.green));\(percent(color.blue))")
    }
    for top in stride(from: 0, to: raster.height, by: 6) {
      if top > 0 { append("-") }
      appendBand(of: raster, from: top, &palette)
    }
    append("\u{1B}\\")
  }

  private mutating func append(_ text: String) { bytes += text.utf8 }

  private mutating func appendBand(
    of raster: Raster, from top: Int, _ palette: inout AdaptivePalette
  ) {
    // The masks of each column, for each colour.
    let width = raster.width
    var masks = [UInt8](repeating: 0, count: width * palette.colors.count)
    var isUsed = [Bool](repeating: false, count: palette.colors.count)
    for y in top..<min(top + 6, raster.height) {
      for x in 0..<width {
        let color = palette.color(of: raster[x, y], x: x, y: y)
        masks[color * width + x] |= 1 << UInt8(y - top)
        isUsed[color] = true
      }
    }
    for color in isUsed.indices where isUsed[color] {
      append("#\(color)")
      appendRuns(of: masks[color * width..<(color + 1) * width])
      // Returns to the beginning of the band.
      append("$")
    }
  }

  /// Writes the masks of a band; `!` repeats a character if that is shorter.
  ///
  /// Empty columns at the end are omitted.
  private mutating func appendRuns(of masks: ArraySlice<UInt8>) {
    let end = masks.lastIndex { $0 != 0 }.map { $0 + 1 } ?? masks.startIndex
    var column = masks.startIndex
    while column < end {
      let mask = masks[column]
      var next = column + 1
      while next < end, masks[next] == mask { next += 1 }
      let (count, sign) = (next - column, mask + 63)
      if count > 3 {
        append("!\(count)")
        bytes.append(sign)
      } else {
        bytes.append(contentsOf: repeatElement(sign, count: count))
      }
      column = next
    }
  }
}

/// The best colours for a picture: median cut (Heckbert 1982) over colours of five bits a part.
struct AdaptivePalette {
  private(set) var colors: [Sample] = []
  /// The nearest colour of each colour of five bits a part; -1 if not computed yet.
  private var nearest = [Int16](repeating: -1, count: 1 << 15)

  init(_ raster: Raster, most: Int) {
    var counts = [Int32](repeating: 0, count: 1 << 15)
    for sample in raster.samples { counts[Self.key(of: sample)] += 1 }
    var boxes = [Box(counts.indices.filter { counts[$0] > 0 }, counts)]
    while boxes.count < most,
      let largest = boxes.indices.max(by: { boxes[$0].weight < boxes[$1].weight }),
      let halves = boxes[largest].halves(counts)
    {
      boxes[largest] = halves.0
      boxes.append(halves.1)
    }
    colors = boxes.map { $0.mean(counts) }
  }

  /// The index of the colour of a pixel, dithered by about half the distance of two colours.
  mutating func color(of sample: Sample, x: Int, y: Int) -> Int {
    let key = Self.key(of: sample.dithered(x: x, y: y, reach: 4))
    if nearest[key] < 0 { nearest[key] = Int16(place(nearestTo: Self.color(of: key))) }
    return Int(nearest[key])
  }

  private func place(nearestTo color: Sample) -> Int {
    var (best, least) = (0, Int32.max)
    for (place, other) in colors.enumerated() {
      let distance = (color - other).square
      if distance < least { (best, least) = (place, distance) }
    }
    return best
  }

  private static func key(of sample: Sample) -> Int {
    Int((sample.red >> 3) << 10 | (sample.green >> 3) << 5 | sample.blue >> 3)
  }

  /// The middle of the colours with these upper bits.
  private static func color(of key: Int) -> Sample {
    func part(_ shift: Int) -> Int32 { Int32(key >> shift & 31) << 3 | 4 }
    return Sample(red: part(10), green: part(5), blue: part(0))
  }

  /// Colours of five bits a part that become one colour.
  private struct Box {
    let keys: [Int]
    /// The shift of the part with the widest range, and that range times the pixels.
    let shift: Int
    let weight: Int

    init(_ keys: [Int], _ counts: [Int32]) {
      self.keys = keys
      let ranges = [10, 5, 0].map { shift -> Int in
        let parts = keys.lazy.map { $0 >> shift & 31 }
        return (parts.max() ?? 0) - (parts.min() ?? 0)
      }
      let widest = ranges.max() ?? 0
      shift = [10, 5, 0][ranges.firstIndex(of: widest) ?? 0]
      weight = widest * keys.reduce(0) { $0 + Int(counts[$1]) }
    }

    /// Two boxes with about as many pixels; nil for a single colour.
    func halves(_ counts: [Int32]) -> (Box, Box)? {
      guard keys.count > 1, weight > 0 else { return nil }
      let sorted = keys.sorted { ($0 >> shift & 31, $0) < ($1 >> shift & 31, $1) }
      let half = sorted.reduce(0) { $0 + Int(counts[$1]) } / 2
      var (sum, middle) = (0, 0)
      while sum < half, middle < sorted.count - 1 {
        sum += Int(counts[sorted[middle]])
        middle += 1
      }
      middle = max(1, middle)
      return (Box(Array(sorted[..<middle]), counts), Box(Array(sorted[middle...]), counts))
    }

    func mean(_ counts: [Int32]) -> Sample {
      let all = max(1, keys.reduce(0) { $0 + Int(counts[$1]) })
      func mean(_ part: KeyPath<Sample, Int32>) -> Int32 {
        let sum = keys.reduce(0) {
          $0 + Int(AdaptivePalette.color(of: $1)[keyPath: part]) * Int(counts[$1])
        }
        return Int32(sum / all)
      }
      return Sample(red: mean(\.red), green: mean(\.green), blue: mean(\.blue))
    }
  }
}
