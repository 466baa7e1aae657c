import Model

extension Canvas {
  /// The canvas as lines for a pipe or a file, each ended by a line feed.
  package var output: Output { LineEncoder(self).output }

  /// The canvas as lines for a terminal, which may draw the pictures itself.
  ///
  /// With `placesClusters`, text after a cluster is in its column even if the terminal draws the
  /// cluster wider. A pager would print the escape sequences for that.
  package func output(in traits: Traits, placesClusters: Bool = false) -> Output {
    let placesClusters = placesClusters && traits.isTerminal
    let links = traits.hasLinks ? LinkCells(of: self) : LinkCells()
    guard traits.pictures.used != nil, !pictures.isEmpty else {
      return LineEncoder(self, links: links, placesClusters: placesClusters).output
    }
    // A picture is drawn when all its rows are on the screen.
    let most = (traits.height ?? 0) - 2
    var canvas = self
    var drawn: [Int: [(part: PicturePart, image: Thumbnail)]] = [:]
    for picture in pictureParts where picture.part.height <= most {
      canvas.blank(picture.part)
      drawn[picture.part.y + picture.part.height - 1, default: []].append(picture)
    }
    return LineEncoder(
      canvas, pictures: drawn, on: traits.pictures, links: links, placesClusters: placesClusters
    ).output
  }
}

/// Encodes a canvas as plain lines of text and colour.
///
/// A line has no trailing blanks, at most one reset, and no escape sequence without paint. Only
/// pictures that the terminal draws and placed clusters move the cursor.
private struct LineEncoder {
  private let canvas: Canvas
  /// Parts of pictures, by the last of their rows.
  private let pictures: [Int: [(part: PicturePart, image: Thumbnail)]]
  private let encoder: PictureEncoder
  private let links: LinkCells
  private let placesClusters: Bool

  init(
    _ canvas: Canvas, pictures: [Int: [(part: PicturePart, image: Thumbnail)]] = [:],
    on screen: PictureScreen = PictureScreen(), links: LinkCells = LinkCells(),
    placesClusters: Bool = false
  ) {
    (self.canvas, self.pictures, self.links) = (canvas, pictures, links)
    encoder = PictureEncoder(screen: screen)
    self.placesClusters = placesClusters
  }

  var output: Output {
    var output = Output()
    // A growing array copies its bytes, which takes 0.4 ms for nine pictures (2026-11-29). Reserved
    // bytes that stay unused are never touched.
    output.reserve(
      (canvas.width + 1) * canvas.height + coloredCells * LineEncoder.usualPaint
        + LineEncoder.most(cells: canvas.width))
    for row in 0..<canvas.height {
      write(row, to: &output)
      output.appendNewline()
      for (part, image) in pictures[row] ?? [] { draw(part, of: image, to: &output) }
    }
    output.hasPictures = !pictures.isEmpty
    return output
  }

  /// Draws a part from the line below it: saves the cursor (DECSC), moves it, and restores it
  /// (DECRC).
  private func draw(_ part: PicturePart, of image: Thumbnail, to output: inout Output) {
    output.append("\u{1B}7\u{1B}[\(part.height)A")
    if part.x > 0 { output.append("\u{1B}[\(part.x)C") }
    encoder.draw(part, of: image, to: &output)
    output.append("\u{1B}8")
  }

  /// The number of cells that probably need an escape sequence.
  private var coloredCells: Int {
    canvas.cells.reduce(0) { $1.hasGround ? $0 + 1 : $0 }
  }

  /// The average bytes of an escape sequence in a photograph.
  private static let usualPaint = 36

  /// The most bytes of `cells`: an escape sequence and a scalar in UTF-8 for each.
  private static func most(cells: Int) -> Int { (PaintChange.longest + 4) * cells }

  private func write(_ row: Int, to output: inout Output) {
    var paint = Paint.plain
    var column = 0
    var hasCluster = false
    let end = canvas.end(ofRow: row)
    let links = links[row]
    var link: SafeText?
    while column < end {
      var cluster: Int?
      var stop = end
      if let links {
        if links[column] != link { output.append(link: links[column]) }
        link = links[column]
        stop = links[column..<end].firstIndex { $0 != link } ?? end
      }
      output.append(upTo: LineEncoder.most(cells: stop - column)) {
        cluster = write(row, from: &column, upTo: stop, &paint, to: &$0)
      }
      guard let cluster else { continue }
      // A wider cluster at the edge must not wrap, so DECAWM is off.
      if placesClusters, !hasCluster { output.append("\u{1B}[?7l") }
      hasCluster = true
      output.append(String(canvas.cluster(at: cluster)))
      while column < end, canvas[column, row].content == .continuation { column += 1 }
      if placesClusters { output.append("\u{1B}[\(column + 1)G") }
    }
    if link != nil { output.append(link: nil) }
    if paint != .plain { output.append("\u{1B}[0m") }
    if placesClusters, hasCluster { output.append("\u{1B}[?7h") }
  }

  /// Writes cells up to the end or the next cluster, and returns the cluster.
  private func write(
    _ row: Int, from column: inout Int, upTo end: Int, _ paint: inout Paint,
    to output: inout OutputSpan<UInt8>
  ) -> Int? {
    while column < end {
      let cell = canvas[column, row]
      column += 1
      let content = cell.content
      if content == .continuation { continue }
      if !(cell.isBlank && paint.leavesBlanksBlank) {
        let next = cell.paint(after: paint)
        PaintChange(from: paint, to: next).write(to: &output)
        paint = next
      }
      switch content {
      case .scalar(let scalar): LineEncoder.write(scalar, to: &output)
      case .cluster(let cluster): return cluster
      case .continuation: break
      }
    }
    return nil
  }

  /// Writes a scalar in UTF-8 (RFC 3629, section 3).
  private static func write(_ scalar: Unicode.Scalar, to output: inout OutputSpan<UInt8>) {
    let value = scalar.value
    if value < 0x80 { return output.append(UInt8(truncatingIfNeeded: value)) }
    let tail = value < 0x800 ? 1 : value < 0x1_0000 ? 2 : 3
    let mark: UInt32 = tail == 1 ? 0xC0 : tail == 2 ? 0xE0 : 0xF0
    output.append(UInt8(truncatingIfNeeded: value >> UInt32(6 * tail) | mark))
    for place in 1...tail {
      let bits = value >> UInt32(6 * (tail - place))
      output.append(UInt8(truncatingIfNeeded: bits & 0x3F | 0x80))
    }
  }
}
