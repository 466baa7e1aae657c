import Foundation

/// Writes JPEG files with simple codes: all of one length, or ones followed by a zero.
package struct JPEGWriter {
  package enum Style: Sendable {
    case grey
    case color
    /// CMYK with inverted values and an Adobe marker, as Photoshop writes it.
    case inks
  }

  package var style = Style.color
  /// Writes the DC coefficients in one scan, then the others plane by plane.
  package var isProgressive = false
  /// The Exif orientation, from 1 to 8.
  package var orientation: Int?
  /// Writes the numbers of the Exif table in little-endian order.
  package var ordersLittle = false
  /// Another orientation before it in the same table.
  package var earlierOrientation: Int?
  /// Another orientation in a later segment.
  package var laterOrientation: Int?
  /// Replaces the second zero after the name of the segment.
  package var nameEnd: UInt8 = 0

  /// Writes each pixel as a block of eight by eight, which makes large files fast.
  package var isMagnified = false

  /// The number of blocks between two restart markers; 0 for none.
  package var interval = 0

  /// Writes codes only for symbols that occur, for magnified pictures of one colour.
  package var hasFewCodes = false
  /// The number of blocks omitted at the end of the first scan; further scans are complete.
  package var missing = 0
  /// The number of low DC bits that follow in later scans of a progressive file, one in each.
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

  /// The file with half of the data of its first scan, followed by the end marker.
  package static func shortened(_ file: [UInt8]) -> [UInt8] {
    func place(after start: Int, where isSought: (UInt8) -> Bool) -> Int {
      (start..<file.count - 1).first { file[$0] == 0xFF && isSought(file[$0 + 1]) } ?? file.count
    }
    let scan = place(after: 2) { $0 == 0xDA }
    let data = scan + 2 + Int(file[scan + 3])
    let end = place(after: data) { $0 != 0 && !(0xD0...0xD7).contains($0) }
    return file[..<((data + end) / 2)] + [0xFF, 0xD9]
  }

  /// The file with `bytes` after its first marker.
  package static func inserted(_ bytes: [UInt8], in file: [UInt8]) -> [UInt8] {
    file[..<2] + bytes + file[2...]
  }

  /// A file that claims a size and holds one short scan.
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

  /// The transformed blocks of each plane, row by row.
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
