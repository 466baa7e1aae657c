import Model

/// The pictures that a terminal draws over the cells of a screen by a protocol.
package struct PictureLayer {
  private var encoder = PictureEncoder(screen: PictureScreen())
  /// The numbers of the parts on the screen.
  private var shown: [PicturePart: Int] = [:]
  /// The images that the terminal keeps.
  private var sent: Set<UInt32> = []
  private var lastNumber = 0

  /// All images are removed above this number, long before a terminal would evict some.
  private static let mostImages = 200

  package init() {}

  /// Encodes the difference between two frames and their pictures; also returns the new frame with
  /// blanks below pictures.
  ///
  /// Only kitty's pictures move with the page. With other protocols, pictures are drawn in cells
  /// while the page moves.
  package mutating func bytes(
    from old: Frame?, to new: Frame, on screen: PictureScreen, isMoving: Bool = false
  ) -> (output: Output, shown: Frame) {
    var (old, frame) = (old, new)
    var above = Output()
    if old == nil || screen != encoder.screen { reset(to: screen, &above) }
    if screen != encoder.screen { old = nil }
    encoder = PictureEncoder(screen: screen)
    let isPlaced = screen.used.map { $0.hasPlacements || !isMoving } ?? false
    let parts = isPlaced ? frame.canvas.pictureParts : []
    let wanted = Set(parts.map(\.part))
    for part in wanted { frame.canvas.blank(part) }
    let isMixed = !shown.isEmpty || !wanted.isEmpty
    if sent.union(wanted.map(\.key)).count > PictureLayer.mostImages {
      reset(to: screen, &above)
    }
    for (part, number) in shown where !wanted.contains(part) {
      remove(part, number, from: &above, under: &old)
    }
    for (part, image) in parts where shown[part] == nil { draw(part, of: image, to: &above) }
    let output = FrameEncoder.bytes(from: old, to: frame, above: above, scrolls: !isMixed)
    return (output, frame)
  }

  private mutating func reset(to screen: PictureScreen, _ output: inout Output) {
    if encoder.screen.used == .kitty || screen.used == .kitty { encoder.removeAll(from: &output) }
    shown = [:]
    sent = []
  }

  /// Removes a part from the screen; except with kitty's protocol, drawing the cells removes it.
  private mutating func remove(
    _ part: PicturePart, _ number: Int, from output: inout Output, under old: inout Frame?
  ) {
    shown[part] = nil
    if encoder.screen.used == .kitty {
      encoder.remove(part, number: number, from: &output)
    } else {
      old?.canvas.blank(part, with: Cell.blank.asPicture)
    }
  }

  private mutating func draw(
    _ part: PicturePart, of image: Thumbnail, to output: inout Output
  ) {
    lastNumber += 1
    shown[part] = lastNumber
    if encoder.screen.used == .kitty, !sent.contains(part.key) {
      encoder.send(image, as: part.key, to: &output)
      sent.insert(part.key)
    }
    output.append("\u{1B}[\(part.y + 1);\(part.x + 1)H")
    if encoder.screen.used == .kitty {
      encoder.place(part, number: lastNumber, to: &output)
    } else {
      encoder.draw(part, of: image, to: &output)
    }
  }
}
