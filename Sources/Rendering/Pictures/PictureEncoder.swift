import Model
internal import PNG

/// Encodes parts of pictures for a terminal, which draws each from the cursor on.
struct PictureEncoder {
  let screen: PictureScreen

  /// Draws a part, for kitty as an image without a number.
  func draw(_ part: PicturePart, of image: Thumbnail, to output: inout Output) {
    switch screen.used {
    case .kitty:
      send(image, "a=T,\(placement(of: part))", to: &output)
    case .iterm: drawInline(part, of: image, to: &output)
    case .sixel:
      output.append(SixelPicture(raster(of: part, image)).bytes[...])
    case nil: break
    }
  }

  // MARK: kitty

  /// The most bytes of a piece of an image (terminal graphics protocol, "Remote client").
  private static let longestPiece = 4_096

  /// Sends an image under a number, without drawing it.
  func send(_ image: Thumbnail, as number: UInt32, to output: inout Output) {
    send(image, "a=t,i=\(number)", to: &output)
  }

  /// Draws a part of an image that was sent.
  func place(_ part: PicturePart, number: Int, to output: inout Output) {
    output.append("\u{1B}_Ga=p,i=\(part.key),p=\(number),\(placement(of: part)),q=2\u{1B}\\")
  }

  /// Removes a part from the screen; the image is kept.
  func remove(_ part: PicturePart, number: Int, from output: inout Output) {
    output.append("\u{1B}_Ga=d,d=i,i=\(part.key),p=\(number),q=2\u{1B}\\")
  }

  func removeAll(from output: inout Output) {
    output.append("\u{1B}_Ga=d,d=A,q=2\u{1B}\\")
  }

  /// The cells and the pixels of a part; the cursor does not move.
  private func placement(of part: PicturePart) -> String {
    let (columns, rows) = part.pixels
    return "C=1,c=\(part.width),r=\(part.height),x=\(columns.lowerBound),y=\(rows.lowerBound),"
      + "w=\(columns.count),h=\(rows.count)"
  }

  private func send(_ image: Thumbnail, _ keys: String, to output: inout Output) {
    let file = PNGFile(
      width: image.width, height: image.height, pixels: image.pixels, compression: .fast)
    let letters = Array(Base64.text(file.bytes).utf8)
    for start in stride(from: 0, to: letters.count, by: Self.longestPiece) {
      let end = min(start + Self.longestPiece, letters.count)
      output.append(start == 0 ? "\u{1B}_G\(keys),f=100,q=2," : "\u{1B}_G")
      output.append(end < letters.count ? "m=1;" : "m=0;")
      output.append(letters[start..<end])
      output.append("\u{1B}\\")
    }
  }

  // MARK: iTerm2

  private func drawInline(_ part: PicturePart, of image: Thumbnail, to output: inout Output) {
    let (columns, rows) = part.pixels
    let pixels = rows.flatMap { row in
      image.pixels[
        (row * image.width + columns.lowerBound) * 3..<(row * image.width + columns.upperBound) * 3]
    }
    let file = PNGFile(
      width: columns.count, height: rows.count, pixels: pixels, compression: .fast)
    output.append(
      "\u{1B}]1337;File=inline=1;size=\(file.bytes.count);width=\(part.width);"
        + "height=\(part.height);preserveAspectRatio=0:")
    output.append(Base64.text(file.bytes))
    output.append("\u{7}")
  }

  // MARK: sixel

  private func raster(of part: PicturePart, _ image: Thumbnail) -> Raster {
    let all = Raster(
      image, cells: (part.allWidth, part.allHeight),
      samples: (screen.cellWidth, screen.cellHeight))
    return all.part(
      x: part.left * screen.cellWidth, y: part.above * screen.cellHeight,
      width: part.width * screen.cellWidth, height: part.height * screen.cellHeight)
  }
}
