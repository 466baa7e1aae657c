package import Model

/// Draws a picture in cells.
package struct PictureDrawing: Sendable {
  private let thumbnail: Thumbnail

  package init(_ thumbnail: Thumbnail) {
    self.thumbnail = thumbnail
  }

  /// Fills an area with the middle of the picture; a drawing in characters has a frame.
  package func canvas(width: Int, height: Int, in traits: Traits) -> Canvas {
    if drawsBlocks(in: traits) {
      var blocks = content(width: width, height: height, in: traits)
      if traits.pictures.used != nil, width > 0, height > 0 {
        blocks.place(placed(width: width, height: height, in: traits.pictures))
      }
      return blocks
    }
    guard width > 2, height > 2 else { return content(width: width, height: height, in: traits) }
    var canvas = Canvas(width: width, height: height)
    canvas.drawFrame(x: 0, y: 0, width: width, height: height, in: traits)
    canvas.draw(content(width: width - 2, height: height - 2, in: traits), x: 1, y: 1)
    return canvas
  }

  /// The picture for a terminal's protocol.
  ///
  /// kitty enlarges pixels to squares, so it gets a picture of the displayed size.
  private func placed(width: Int, height: Int, in screen: PictureScreen) -> PlacedPicture {
    let cells = (width: width, height: height)
    let crop = PictureCrop(of: thumbnail, to: cells)
    guard screen.used == .kitty, crop.columns.count < width * screen.cellWidth else {
      return PlacedPicture(thumbnail, crop)
    }
    let raster = Raster(
      thumbnail, cells: cells, samples: (screen.cellWidth, screen.cellHeight))
    var pixels: [UInt8] = []
    pixels.reserveCapacity(raster.samples.count * 3)
    for sample in raster.samples {
      pixels.append(UInt8(truncatingIfNeeded: sample.red))
      pixels.append(UInt8(truncatingIfNeeded: sample.green))
      pixels.append(UInt8(truncatingIfNeeded: sample.blue))
    }
    guard let image = Thumbnail(width: raster.width, height: raster.height, pixels: pixels) else {
      return PlacedPicture(thumbnail, crop)
    }
    return PlacedPicture(image, PictureCrop(columns: 0..<image.width, rows: 0..<image.height))
  }

  /// Draws the whole picture as large as possible.
  package func whole(width: Int, height: Int, in traits: Traits) -> Canvas {
    // A cell is twice as high as wide; a drawing in characters has a frame of one cell.
    let frame = drawsBlocks(in: traits) ? 0 : 2
    let (wide, high) = (thumbnail.width, thumbnail.height)
    let (maxColumns, maxRows) = (max(1, width - frame), max(1, height - frame))
    let rows = (maxColumns * high + wide) / (2 * wide)
    let size =
      rows <= maxRows
      ? (width: maxColumns, height: max(1, rows))
      : (width: max(1, (2 * maxRows * wide + high / 2) / high), height: maxRows)
    return canvas(width: size.width + frame, height: size.height + frame, in: traits)
  }

  /// Draws without a frame.
  func content(width: Int, height: Int, in traits: Traits) -> Canvas {
    guard width > 0, height > 0 else { return Canvas(width: width, height: height) }
    let room = Room(width: width, height: height)
    guard drawsBlocks(in: traits) else { return signs(room, in: traits) }
    return switch traits.pictureGlyphs {
    case .ascii: signs(room, in: traits)
    case .half: blocks(.half, room, in: traits)
    case .quad: blocks(.quad, room, in: traits)
    case .sextant: blocks(.sextant, room, in: traits)
    }
  }

  private typealias Room = (width: Int, height: Int)

  private func drawsBlocks(in traits: Traits) -> Bool {
    // Blocks in sixteen colours would show no shapes.
    !traits.isASCII && traits.depth != .none && traits.depth != .ansi16
      && traits.pictureGlyphs != .ascii
  }

  private func blocks(_ blocks: BlockGlyphs, _ room: Room, in traits: Traits) -> Canvas {
    let (across, down) = blocks.samples
    let raster = Raster(thumbnail, cells: room, samples: blocks.samples)
    var fit = TwoColors(samples: across * down)
    var cells: [Cell] = []
    cells.reserveCapacity(room.width * room.height)
    for y in 0..<room.height {
      var front = Color.standard
      var beside: (back: Sample, front: Sample)?
      for x in 0..<room.width {
        fit.fit(raster, x: x * across, y: y * down, across: across)
        let samples = (
          back: fit.back.likened(to: beside?.back), front: fit.front.likened(to: beside?.front)
        )
        beside = samples
        let isFlat = fit.mask == 0
        let back = color(samples.back, x, 2 * y, in: traits)
        let wanted = color(samples.front, x, 2 * y + 1, in: traits)
        // A cell of one colour keeps the last foreground, which saves an escape sequence.
        if wanted != back { front = wanted }
        let glyph = wanted == back ? " " : isFlat ? "▄" : blocks.glyph(fit.mask)
        cells.append(Cell(.scalar(glyph), Paint(front, on: back)))
      }
    }
    return Canvas(width: room.width, cells: cells)
  }

  /// The colour of a sample, dithered in 256 colours.
  ///
  /// If the terminal draws the picture itself, the cells are hidden.
  private func color(_ sample: Sample, _ x: Int, _ y: Int, in traits: Traits) -> Color {
    let isDithered = traits.depth == .ansi256 && traits.pictures.used == nil
    return (isDithered ? sample.dithered(x: x, y: y) : sample).color(in: traits.depth)
  }

  /// Draws in characters, in the colours of the picture if the terminal has colours.
  private func signs(_ room: Room, in traits: Traits) -> Canvas {
    let raster = Raster(thumbnail, cells: room, samples: (1, 1))
    let ramp = CharacterRamp(raster)
    let isColored = traits.depth != .none
    var cells: [Cell] = []
    cells.reserveCapacity(room.width * room.height)
    for y in 0..<room.height {
      var paint = Paint.plain
      for x in 0..<room.width {
        var sign = ramp.sign(x: x, y: y, isLight: traits.isLight)
        // A vivid colour is visible even if it is dark.
        if isColored, sign == " ", raster[x, y].isVivid { sign = "." }
        // A blank needs no change of colour.
        if isColored, sign != " " { paint = ink(of: raster[x, y], in: traits) }
        cells.append(Cell(.scalar(sign), paint))
      }
    }
    return Canvas(width: room.width, cells: cells)
  }

  /// The colour of a character, which contrasts with the background.
  private func ink(of sample: Sample, in traits: Traits) -> Paint {
    let color = sample.ink(isLight: traits.isLight).color(in: traits.depth)
    let isPale = traits.isLight && [.palette(3), .palette(7)].contains(color)
    return Paint(isPale ? .palette(8) : color)
  }
}

/// The block characters of each resolution.
private enum BlockGlyphs {
  case half, quad, sextant

  /// The samples in each direction of a cell.
  var samples: (across: Int, down: Int) {
    switch self {
    case .half: (1, 2)
    case .quad: (2, 2)
    case .sextant: (2, 3)
    }
  }

  /// The block that covers the samples of a mask, in rows from the top.
  ///
  /// The first sample is never set.
  func glyph(_ mask: Int) -> Unicode.Scalar {
    switch self {
    case .half: mask == 0 ? " " : "▄"
    case .quad: BlockGlyphs.quads[mask >> 1]
    case .sextant: BlockGlyphs.sextants[mask >> 1]
    }
  }

  private static let quads: [Unicode.Scalar] = [
    " ", "▝", "▖", "▞", "▗", "▐", "▄", "▟",
  ]

  /// U+1FB00 to U+1FB3B omit the older blocks: empty, left half, right half and full.
  private static let sextants =
    stride(from: 0, to: 64, by: 2).map { (mask: UInt32) -> Unicode.Scalar in
      switch mask {
      case 0: " "
      case 42: "▐"
      default:
        Unicode.Scalar(0x1FB00 + mask - (mask > 42 ? 3 : mask > 21 ? 2 : 1)) ?? "▐"
      }
    }
}
