/// One scan of a JPEG file: its components and their range of coefficients.
struct JPEGScan {
  /// A component of the scan, with the numbers of its codes.
  struct Part {
    let plane: Int
    let mean: UInt8
    let rest: UInt8
  }

  let parts: [Part]
  /// The coefficients of the scan, of 64 in each block.
  let band: ClosedRange<Int>
  /// The bits of each coefficient that later scans add, and whether this is such a scan.
  let shift: Int
  let isRefining: Bool

  /// Nil if it names missing components.
  init?(_ content: ArraySlice<UInt8>, of file: JPEGFile) {
    guard let count = content.first, (1...4).contains(count),
      content.count >= 4 + 2 * Int(count)
    else { return nil }
    let start = content.startIndex + 1
    var parts: [Part] = []
    for place in stride(from: start, to: start + 2 * Int(count), by: 2) {
      guard let plane = file.planes.firstIndex(where: { $0.number == content[place] }) else {
        return nil
      }
      let codes = content[place + 1]
      parts.append(Part(plane: plane, mean: codes >> 4, rest: codes & 15))
    }
    let end = start + 2 * Int(count)
    self.parts = parts
    guard file.isProgressive else {
      // Decoders ignore the other fields of such a scan.
      (band, shift, isRefining) = (0...63, 0, false)
      return
    }
    let (first, last) = (Int(content[end]), Int(content[end + 1]))
    guard first <= last, last < 64 else { return nil }
    band = first...last
    isRefining = content[end + 2] >> 4 != 0
    shift = Int(content[end + 2] & 15)
  }

  /// Whether the scan contains the whole picture.
  func isWhole(of file: JPEGFile) -> Bool {
    parts.count == file.planes.count && band == 0...63
  }

  /// The blocks of each unit by the index of their component, and the number of units (T.81, A.2).
  func units(of file: JPEGFile) -> (blocks: [Int], count: Int) {
    let planes = file.planes
    let (across, down) = planes.reduce((1, 1)) { (max($0.0, $1.across), max($0.1, $1.down)) }
    func blocks(_ pixels: Int, _ share: Int, of whole: Int) -> Int {
      let samples = (pixels * share + whole - 1) / whole
      return (samples + 7) / 8
    }
    if parts.count == 1 {
      let plane = planes[parts[0].plane]
      return (
        [0],
        blocks(file.width, plane.across, of: across) * blocks(file.height, plane.down, of: down)
      )
    }
    let unit = parts.indices.flatMap { place in
      let plane = planes[parts[place].plane]
      return [Int](repeating: place, count: plane.across * plane.down)
    }
    return (unit, blocks(file.width, 1, of: across) * blocks(file.height, 1, of: down))
  }
}
