/// The way from standard input to a decoded picture; any trouble on it ends the process.
@unsafe struct Decoding {
  private let library: PixbufLibrary

  init(with library: PixbufLibrary) {
    unsafe self.library = library
  }

  /// At least as large as the thumbnail where the picture is, and turned as it is to be shown.
  func picture(shown orientation: String?) -> PixbufLibrary.Pixbuf {
    let input = Input(awaiting: PictureKind.signatureLength)
    guard let kind = PictureKind(beginning: input.piece) else { ChildExit.undecodable.leave() }
    let decoded =
      kind == .jpeg ? unsafe photograph(in: input) : unsafe drawing(of: kind, in: input)
    if let orientation {
      // What the decoder itself has read there would stay.
      _ = unsafe library.removeOption(decoded, "orientation")
      _ = unsafe library.setOption(decoded, "orientation", orientation)
    }
    guard let picture = unsafe library.orient(decoded) else { ChildExit.tooMuchMemory.leave() }
    return unsafe picture
  }

  /// A JPEG file is taken whole: how far its data go is not told by the decoder, which draws the
  /// rest grey.
  private func photograph(in input: consuming Input) -> PixbufLibrary.Pixbuf {
    var bytes: [UInt8] = []
    input.forEachPiece { bytes += $0 }
    let file = JPEGFile(bytes)
    let outline = file.flatMap { unsafe Decoding.outline(of: $0) }
    let loader = unsafe self.loader(for: .jpeg)
    unsafe write((outline?.bytes ?? bytes)[...], to: loader)
    let picture = unsafe end(loader)
    if outline == nil, let file, let scan = file.scan, unsafe mayBeShort(file, scan, picture),
      ScanWalk(scan, of: file).reach() == .short
    {
      ChildExit.truncated.leave()
    }
    return unsafe picture
  }

  /// Nil where more than the means is needed, or where they can't be taken out.
  private static func outline(of file: JPEGFile) -> JPEGOutline? {
    guard unsafe share(of: file.width, file.height) == 8, let outline = JPEGOutline(file) else {
      return nil
    }
    switch outline.reach {
    case .whole: return outline
    case .short: ChildExit.truncated.leave()
    case .unknown: return nil
    }
  }

  /// Of the other formats nothing is kept but pixels.
  private func drawing(of kind: PictureKind, in input: consuming Input) -> PixbufLibrary.Pixbuf {
    let loader = unsafe self.loader(for: kind)
    let last = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    unsafe last.initialize(to: 0)
    _ = unsafe library.listen(loader, "area-updated", Decoding.rowsDrawn, last, nil, 0)
    input.forEachPiece { unsafe write($0, to: loader) }
    let told = unsafe last.pointee
    let picture = unsafe end(loader)
    // Rows are told as they come; where one is missing, there is what was in memory before. Of a
    // WebP film none is told, and of GIF all are, whether or not they came.
    let isShort = unsafe told < library.height(picture)
    if isShort, kind == .png || kind == .webp && told > 0 { ChildExit.truncated.leave() }
    return unsafe picture
  }

  private func write(_ bytes: ArraySlice<UInt8>, to loader: PixbufLibrary.Loader) {
    var failure: PixbufLibrary.Failure?
    let isTaken = unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return true }
      return unsafe library.write(loader, start, bytes.count, &failure) != 0
    }
    guard isTaken else { unsafe leave(because: failure) }
  }

  private func end(_ loader: PixbufLibrary.Loader) -> PixbufLibrary.Pixbuf {
    var failure: PixbufLibrary.Failure?
    guard unsafe library.close(loader, &failure) != 0 else { unsafe leave(because: failure) }
    guard let picture = unsafe library.picture(loader) else { ChildExit.undecodable.leave() }
    return unsafe picture
  }

  /// Whether it costs less to follow the data than to be wrong about them.
  private func mayBeShort(
    _ file: JPEGFile, _ scan: JPEGScan, _ picture: PixbufLibrary.Pixbuf
  ) -> Bool {
    // Its marks are counted at once, and what is missing is drawn as anything.
    if file.isArithmetic { return true }
    // Pixels that one scan has no data for differ where other scans have some.
    if !scan.isWhole(of: file) { return true }
    // The block in which data end is drawn as anything: of a small picture it is a part.
    return unsafe Decoding.share(of: file.width, file.height) == 1 || endsFlat(picture)
  }

  /// Whether the last two pixels are alike, as they are where a decoder had no data for them.
  private func endsFlat(_ picture: PixbufLibrary.Pixbuf) -> Bool {
    let (width, height) = unsafe (Int(library.width(picture)), Int(library.height(picture)))
    guard width > 1, let pixels = unsafe library.pixels(picture) else { return true }
    // Four bytes a pixel for four inks, else three.
    let size = Int(unsafe library.channels(picture))
    let end = Int(unsafe library.rowLength(picture)) * (height - 1) + size * width
    return (end - size..<end).allSatisfy { unsafe pixels[$0] == pixels[$0 - size] }
  }

  private func loader(for kind: PictureKind) -> PixbufLibrary.Loader {
    var failure: PixbufLibrary.Failure?
    guard let loader = unsafe library.newLoader(kind.rawValue, &failure) else {
      ChildExit.noLoader.leave()
    }
    // Only JPEG is cheaper to decode small; the others are scaled once, at the end.
    let setSize =
      kind == .jpeg
      ? unsafe unsafeBitCast(library.setSize, to: UnsafeMutableRawPointer.self) : nil
    _ = unsafe library.connect(loader, "size-prepared", Decoding.sizeKnown, setSize, nil, 0)
    return unsafe loader
  }

  /// Called by the decoder when it has read the header and has not allocated the pixels.
  private static let sizeKnown: PixbufLibrary.SizeKnown = { loader, width, height, setSize in
    if Int(width) * Int(height) > Confinement.pixelCount { ChildExit.tooLarge.leave() }
    guard let setSize = unsafe setSize else { return }
    let scale = unsafe Int32(Decoding.share(of: Int(width), Int(height)))
    unsafe unsafeBitCast(setSize, to: PixbufLibrary.SetSize.self)(
      loader, (width + scale - 1) / scale, (height + scale - 1) / scale)
  }

  /// Which part of its size a JPEG picture is decoded at: libjpeg knows halves, quarters and
  /// eighths.
  ///
  /// Whether the picture lies on its side is not known yet, so both ways must cover the thumbnail.
  private static func share(of width: Int, _ height: Int) -> Int {
    let least = max(ThumbnailPixels.width, ThumbnailPixels.height)
    return [8, 4, 2].first { min(width, height) / $0 >= least } ?? 1
  }

  /// Called by the decoder for rows that it has drawn; keeps where the last of them ends.
  private static let rowsDrawn: PixbufLibrary.RowsDrawn = { _, _, top, _, count, last in
    guard let last = unsafe last?.assumingMemoryBound(to: Int32.self) else { return }
    unsafe last.pointee = max(last.pointee, top + count)
  }

  /// Ends the process with what a `GError` means: a domain, a number in it, and a text.
  private func leave(because failure: PixbufLibrary.Failure?) -> Never {
    guard let failure = unsafe failure else { ChildExit.undecodable.leave() }
    let domain = unsafe failure.load(as: UInt32.self)
    let code = unsafe failure.load(fromByteOffset: 4, as: Int32.self)
    // GDK_PIXBUF_ERROR_INSUFFICIENT_MEMORY
    let isMemory = unsafe domain == library.errorDomain() && code == 1
    (isMemory ? ChildExit.tooMuchMemory : .undecodable).leave()
  }
}
