/// One pass of a JPEG file over some of its planes and of the numbers of their blocks.
struct JPEGScan {
  /// A plane of the scan, with the numbers of its codes.
  struct Part {
    let plane: Int
    let mean: Int
    let rest: Int
  }

  let parts: [Part]
  /// Of the 64 numbers of a block, those that the scan is about.
  let band: ClosedRange<Int>
  /// How many bits of each number come in later scans, and whether this is such a later one.
  let shift: Int
  let isRefining: Bool

  /// Nil if it speaks of planes that there are not.
  init?(_ content: ArraySlice<UInt8>, of planes: [JPEGFile.Plane]) {
    guard let count = content.first, (1...4).contains(count),
      content.count >= 4 + 2 * Int(count)
    else { return nil }
    let start = content.startIndex + 1
    var parts: [Part] = []
    for place in stride(from: start, to: start + 2 * Int(count), by: 2) {
      guard let plane = planes.firstIndex(where: { $0.number == content[place] }) else {
        return nil
      }
      let codes = Int(content[place + 1])
      parts.append(Part(plane: plane, mean: codes >> 4, rest: codes & 15))
    }
    let end = start + 2 * Int(count)
    let (first, last) = (Int(content[end]), Int(content[end + 1]))
    guard first <= last, last < 64 else { return nil }
    self.parts = parts
    band = first...last
    isRefining = content[end + 2] >> 4 != 0
    shift = Int(content[end + 2] & 15)
  }

  /// The blocks of each unit by their parts, and how many units there are (T.81, A.2).
  func units(of file: JPEGFile) -> (blocks: [Part], count: Int) {
    let planes = file.planes
    let (across, down) = planes.reduce((1, 1)) { (max($0.0, $1.across), max($0.1, $1.down)) }
    func blocks(_ pixels: Int, _ share: Int, of whole: Int) -> Int {
      let samples = (pixels * share + whole - 1) / whole
      return (samples + 7) / 8
    }
    if parts.count == 1 {
      let plane = planes[parts[0].plane]
      return (
        parts,
        blocks(file.width, plane.across, of: across) * blocks(file.height, plane.down, of: down)
      )
    }
    let unit = parts.flatMap { part in
      [Part](repeating: part, count: planes[part.plane].across * planes[part.plane].down)
    }
    return (unit, blocks(file.width, 1, of: across) * blocks(file.height, 1, of: down))
  }
}
