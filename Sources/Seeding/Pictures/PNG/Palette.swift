/// The colours of a raster that has no more than 256 of them.
struct Palette {
  /// Three bytes each.
  private(set) var colors: [UInt8] = []
  /// For each pixel the number of its colour.
  private(set) var pixels: [UInt8] = []

  /// Nil where there are more colours than a byte can number.
  init?(of raster: Raster) {
    var numbers: [Int: UInt8] = [:]
    pixels.reserveCapacity(raster.width * raster.height)
    for place in stride(from: 0, to: raster.pixels.count, by: 3) {
      let color = raster.pixels[place..<(place + 3)]
      let key = color.reduce(0) { $0 << 8 | Int($1) }
      if let number = numbers[key] {
        pixels.append(number)
        continue
      }
      guard numbers.count < 256 else { return nil }
      let number = UInt8(numbers.count)
      numbers[key] = number
      colors += color
      pixels.append(number)
    }
  }
}
