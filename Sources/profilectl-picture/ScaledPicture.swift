/// A picture at another size, on grey where it is transparent.
struct ScaledPicture {
  /// The longest side of a whole picture.
  static let side = 640
  static let tileWidth = 96
  static let tileHeight = 125
  /// No answer has more bytes.
  static let mostBytes = (tileWidth * tileHeight + side * side) * 3 + 4

  let width: Int
  let height: Int
  private(set) var bytes: [UInt8] = []

  /// The whole picture, scaled down if a side is too long.
  init(all picture: DecodedPicture) {
    let (wide, high) = (Double(picture.width), Double(picture.height))
    let scale = min(1, Double(Self.side) / max(wide, high))
    self.init(
      picture, width: max(1, Int((wide * scale).rounded())),
      height: max(1, Int((high * scale).rounded())), scale: scale)
  }

  /// The middle of a picture, as a tile shows it.
  ///
  /// `whole` is the same picture scaled down, which suffices unless the picture is a narrow strip.
  init(tileOf picture: DecodedPicture, whole: ScaledPicture) {
    let isEnough = whole.width >= Self.tileWidth && whole.height >= Self.tileHeight
    let source = isEnough ? DecodedPicture(whole) : picture
    let scale = max(
      Double(Self.tileWidth) / Double(source.width),
      Double(Self.tileHeight) / Double(source.height))
    self.init(source, width: Self.tileWidth, height: Self.tileHeight, scale: scale)
  }

  private init(_ picture: DecodedPicture, width: Int, height: Int, scale: Double) {
    (self.width, self.height) = (width, height)
    let columns = SampledLine(picture.width, to: width, scale: scale)
    let rows = SampledLine(picture.height, to: height, scale: scale)
    bytes.reserveCapacity(width * height * 3)
    // Neighbouring rows share at most two rows of the picture.
    var drawn: [Int: [Float]] = [:]
    for y in 0..<height {
      var sum = [Float](repeating: 0, count: width * 3)
      let needed = rows.places(of: y)
      drawn = drawn.filter { needed.contains($0.key) }
      for index in rows.indices(of: y) {
        let place = rows.places[index]
        let line = drawn[place] ?? picture.line(place, at: columns)
        drawn[place] = line
        let weight = rows.weights[index]
        for x in sum.indices { sum[x] += line[x] * weight }
      }
      for value in sum { bytes.append(UInt8(min(max(value + 0.5, 0), 255))) }
    }
  }

  /// Width and height, two bytes each with the higher one first.
  var sides: [UInt8] {
    [width >> 8, width & 0xFF, height >> 8, height & 0xFF].map { UInt8(truncatingIfNeeded: $0) }
  }
}

/// The pixels of one side of a picture that make up each pixel of another size, with their weights.
struct SampledLine {
  private(set) var places: [Int] = []
  private(set) var weights: [Float] = []
  /// The start of each result's pixels, and the end of the last one's.
  private(set) var starts = [0]

  var count: Int { starts.count - 1 }

  func indices(of result: Int) -> Range<Int> { starts[result]..<starts[result + 1] }

  func places(of result: Int) -> ClosedRange<Int> {
    let indices = indices(of: result)
    return places[indices.lowerBound]...places[indices.upperBound - 1]
  }

  /// The samples of `length` pixels in the middle of a side of `count` scaled pixels.
  ///
  /// A smaller picture averages the pixels that a result covers; a larger one interpolates between
  /// the middles of two pixels. A pixel beyond the edge repeats the one at the edge.
  init(_ count: Int, to length: Int, scale: Double) {
    let margin = ((Double(length) - Double(count) * scale) / 2 + 0.5).rounded(.down)
    let step = 1 / scale
    for index in 0..<length {
      // In sixteenths of a pixel.
      let middle = scale > 1 ? 0.5 * (step - 1) : 0
      let start = (((Double(index) - margin) * step + middle) * 16).rounded(.down) / 16
      let first = start.rounded(.down)
      let offset = start - first
      let covered: [Float]
      if scale > 1 {
        covered = [Float(1 - offset), Float(offset)]
      } else {
        covered = (0..<Int((offset + step).rounded(.up))).map { place in
          Float((min(Double(place + 1), offset + step) - max(Double(place), offset)) * scale)
        }
      }
      weights += covered
      places += covered.indices.map { min(max(Int(first) + $0, 0), count - 1) }
      starts.append(weights.count)
    }
  }
}
