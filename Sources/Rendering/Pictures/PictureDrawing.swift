package import Model

/// A picture turned into cells.
package struct PictureDrawing: Sendable {
  private let thumbnail: Thumbnail

  package init(_ thumbnail: Thumbnail) {
    self.thumbnail = thumbnail
  }

  /// The middle of the picture, filling so many cells; what is drawn in signs is in a frame.
  package func canvas(width: Int, height: Int, in traits: Traits) -> Canvas {
    guard !hasColors(in: traits), width > 2, height > 2 else {
      return content(width: width, height: height, in: traits)
    }
    var canvas = Canvas(width: width, height: height)
    canvas.drawFrame(x: 0, y: 0, width: width, height: height, in: traits)
    canvas.draw(content(width: width - 2, height: height - 2, in: traits), x: 1, y: 1)
    return canvas
  }

  /// The same without a frame.
  func content(width: Int, height: Int, in traits: Traits) -> Canvas {
    guard width > 0, height > 0 else { return Canvas(width: width, height: height) }
    let room = Room(width: width, height: height)
    guard hasColors(in: traits) else { return signs(room, in: traits) }
    // Each half has a colour of its own, so that the dither is seen as it was made.
    if traits.depth == .ansi16 { return dithered(room) }
    return switch traits.pictureGlyphs {
    case .ascii: signs(room, in: traits)
    case .half: blocks(.half, room, in: traits)
    case .quad: blocks(.quad, room, in: traits)
    case .sextant: blocks(.sextant, room, in: traits)
    }
  }

  private typealias Room = (width: Int, height: Int)

  private func hasColors(in traits: Traits) -> Bool {
    !traits.isASCII && traits.depth != .none && traits.pictureGlyphs != .ascii
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
        let back = color(samples.back, in: traits)
        let wanted = color(samples.front, in: traits)
        // Where there is one colour only, the other stays, which takes nothing to write.
        if wanted != back { front = wanted }
        let glyph = wanted == back ? " " : blocks.glyph(fit.mask)
        cells.append(Cell(.scalar(glyph), Paint(front, on: back)))
      }
    }
    return Canvas(width: room.width, cells: cells)
  }

  private func dithered(_ room: Room) -> Canvas {
    let raster = Raster(thumbnail, cells: room, samples: (1, 2))
    var dither = Dither()
    var cells: [Cell] = []
    cells.reserveCapacity(room.width * room.height)
    for y in 0..<room.height {
      var front = Color.standard
      for x in 0..<room.width {
        let top = dither.color(raster[x, 2 * y], x: x, y: 2 * y)
        let bottom = dither.color(raster[x, 2 * y + 1], x: x, y: 2 * y + 1)
        if top != bottom { front = bottom }
        cells.append(Cell(.scalar(top == bottom ? " " : "▄"), Paint(front, on: top)))
      }
    }
    return Canvas(width: room.width, cells: cells)
  }

  private func color(_ sample: Sample, in traits: Traits) -> Color {
    .near(
      red: UInt8(sample.red), green: UInt8(sample.green), blue: UInt8(sample.blue),
      in: traits.depth)
  }

  /// Of sixteen colours none is near enough to be taken for that of the picture.
  private func signs(_ room: Room, in traits: Traits) -> Canvas {
    let raster = Raster(thumbnail, cells: room, samples: (1, 1))
    let ramp = CharacterRamp(raster)
    let isColored = traits.depth == .ansi256 || traits.depth == .trueColor
    var cells: [Cell] = []
    cells.reserveCapacity(room.width * room.height)
    for y in 0..<room.height {
      var paint = Paint.plain
      for x in 0..<room.width {
        let sign = ramp.sign(x: x, y: y, isLight: traits.isLight)
        // A blank shows no colour, and another one would only take bytes.
        if isColored, sign != " " {
          paint = Paint(color(raster[x, y].ink(isLight: traits.isLight), in: traits))
        }
        cells.append(Cell(.scalar(sign), paint))
      }
    }
    return Canvas(width: room.width, cells: cells)
  }
}
