import Foundation

/// Writes JPEG files whose codes are equally long, or that many ones and a zero, so that there is
/// no table to look up.
package struct JPEGWriter {
  package enum Style: Sendable {
    case grey
    case color
    /// Four inks, turned around as one large program writes them, which is marked in the file.
    case inks
  }

  package var style = Style.color
  /// First the mean of each block in one scan, then the rest, colour by colour.
  package var isProgressive = false
  /// As Exif numbers it, from 1 to 8.
  package var orientation: Int?
  /// Exif has numbers in both byte orders.
  package var ordersLittle = false
  /// Noted before it in the same table, and in a segment behind.
  package var earlierOrientation: Int?
  package var laterOrientation: Int?
  /// What stands where the name of the segment has its second zero.
  package var nameEnd: UInt8 = 0

  /// Each pixel becomes a block of eight by eight, which makes large files quickly.
  package var isMagnified = false

  /// So many blocks lie between two marks for starting anew; 0 for none.
  package var interval = 0

  /// For magnified pictures of one colour: there are codes only for what occurs.
  package var hasFewCodes = false
  /// So many blocks are missing at the end of the first scan, whose last byte is filled with ones;
  /// further scans are whole.
  package var missing = 0
  /// So many bits of the means come in later scans of a progressive file, one in each.
  package var shift = 0

  package init() {}

  package func bytes(of picture: TestPicture) -> [UInt8] {
    var file: [UInt8] = [0xFF, 0xD8]
    for noted in [[earlierOrientation, orientation], [laterOrientation]] {
      let noted = noted.compactMap(\.self)
      if noted.isEmpty { continue }
      let table = ExifTable.bytes(noted, ordersLittle: ordersLittle)
      file += segment(0xE1, Array("Exif\0".utf8) + [nameEnd] + table)
    }
    if style == .inks { file += segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0]) }
    file += segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    let scale = isMagnified ? 8 : 1
    file += frame(width: picture.width * scale, height: picture.height * scale)
    let blocks = isMagnified ? magnifiedPlanes(of: picture) : planes(of: picture)
    let means = hasFewCodes ? blocks.map { JPEGScan.size(of: $0[0].coefficients[0]) } : []
    let sizes = hasFewCodes ? Set(means + [0]).sorted() : []
    file += codes(for: sizes)
    file += segment(0xDD, ByteOrder.big(interval, 2))
    for (number, scan) in scans(with: sizes).enumerated() {
      let parts: [UInt8] = scan.planes.flatMap { [UInt8($0 + 1), 0] }
      let content = [UInt8(scan.planes.count)] + parts
      file += segment(0xDA, content + [UInt8(scan.first), UInt8(scan.last), scan.bits])
      file += scan.bytes(of: blocks, interval: interval, missing: number == 0 ? missing : 0)
    }
    return file + [0xFF, 0xD9]
  }

  /// The same file with half of the data of its first scan, and nothing behind them but an end.
  package static func shortened(_ file: [UInt8]) -> [UInt8] {
    func place(after start: Int, where isSought: (UInt8) -> Bool) -> Int {
      (start..<file.count - 1).first { file[$0] == 0xFF && isSought(file[$0 + 1]) } ?? file.count
    }
    let scan = place(after: 2) { $0 == 0xDA }
    let data = scan + 2 + Int(file[scan + 3])
    let end = place(after: data) { $0 != 0 && !(0xD0...0xD7).contains($0) }
    return file[..<((data + end) / 2)] + [0xFF, 0xD9]
  }

  /// The same file with that behind its first marker.
  package static func inserted(_ bytes: [UInt8], in file: [UInt8]) -> [UInt8] {
    file[..<2] + bytes + file[2...]
  }

  /// A file of that size with one short scan.
  package func claim(width: Int, height: Int) -> [UInt8] {
    let scan = segment(0xDA, [1, 1, 0, 0, isProgressive ? 0 : 63, 0])
    return [0xFF, 0xD8] + segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
      + frame(width: width, height: height)
      + segment(0xC4, [0x00] + JPEGScan.meanLengths + JPEGScan.meanSymbols)
      + scan + [0, 0, 0xFF, 0xD9]
  }

  private var planeCount: Int {
    switch style {
    case .grey: 1
    case .color: 3
    case .inks: 4
    }
  }

  private func codes(for sizes: [Int]) -> [UInt8] {
    guard !sizes.isEmpty else {
      return segment(0xC4, [0x00] + JPEGScan.meanLengths + JPEGScan.meanSymbols)
        + segment(0xC4, [0x10] + JPEGScan.restLengths + JPEGScan.restSymbols)
    }
    let lengths = (0..<16).map { UInt8($0 < sizes.count ? 1 : 0) }
    return segment(0xC4, [0x00] + lengths + sizes.map { UInt8($0) })
      + segment(0xC4, [0x10] + JPEGScan.fewRestLengths + JPEGScan.fewRestSymbols)
  }

  private func scans(with sizes: [Int]) -> [JPEGScan] {
    let all = Array(0..<planeCount)
    func scan(_ planes: [Int], _ first: Int, _ last: Int) -> JPEGScan {
      JPEGScan(planes: planes, first: first, last: last, sizes: sizes)
    }
    guard isProgressive else { return [scan(all, 0, 63)] }
    var means = scan(all, 0, 0)
    means.shift = shift
    let refinements = (0..<shift).reversed().map { bit in
      var refinement = means
      (refinement.shift, refinement.isRefining) = (bit, true)
      return refinement
    }
    let bands = [1...5, 6...63]
    return [means] + refinements
      + bands.flatMap { band in all.map { scan([$0], band.lowerBound, band.upperBound) } }
  }

  private func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, marker] + ByteOrder.big(content.count + 2, 2) + content
  }

  private func frame(width: Int, height: Int) -> [UInt8] {
    let planes: [UInt8] = (1...planeCount).flatMap { [UInt8($0), 0x11, 0] }
    let size = ByteOrder.big(height, 2) + ByteOrder.big(width, 2)
    return segment(isProgressive ? 0xC2 : 0xC0, [8] + size + [UInt8(planeCount)] + planes)
  }

  /// For each plane its blocks in rows, each already turned into frequencies.
  private func planes(of picture: TestPicture) -> [[JPEGBlock]] {
    var planes = [[JPEGBlock]](repeating: [], count: planeCount)
    for top in stride(from: 0, to: picture.height, by: 8) {
      for left in stride(from: 0, to: picture.width, by: 8) {
        var samples = [[Double]](repeating: [], count: planeCount)
        for place in 0..<64 {
          // Blocks at the edge repeat the last pixel.
          let x = min(left + place % 8, picture.width - 1)
          let y = min(top + place / 8, picture.height - 1)
          for (plane, value) in values(of: picture.pixel(x, y)).enumerated() {
            samples[plane].append(value)
          }
        }
        for plane in 0..<planeCount { planes[plane].append(JPEGBlock(samples: samples[plane])) }
      }
    }
    return planes
  }

  private func magnifiedPlanes(of picture: TestPicture) -> [[JPEGBlock]] {
    var planes = [[JPEGBlock]](repeating: [], count: planeCount)
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        for (plane, value) in values(of: picture.pixel(x, y)).enumerated() {
          planes[plane].append(JPEGBlock(flat: value))
        }
      }
    }
    return planes
  }

  private func values(of pixel: TestPicture.Pixel) -> [Double] {
    let (red, green, blue) = (Double(pixel.red), Double(pixel.green), Double(pixel.blue))
    switch style {
    case .grey: return [Double(pixel.grey)]
    case .inks: return [red, green, blue, 255]
    case .color:
      return [
        0.299 * red + 0.587 * green + 0.114 * blue,
        128 - 0.168736 * red - 0.331264 * green + 0.5 * blue,
        128 + 0.5 * red - 0.418688 * green - 0.081312 * blue,
      ]
    }
  }
}
