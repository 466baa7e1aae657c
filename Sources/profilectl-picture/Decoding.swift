/// Decodes standard input to pixels; any error ends the process.
@unsafe struct Decoding {
  private let library: PixbufLibrary

  init(with library: PixbufLibrary) {
    unsafe self.library = library
  }

  /// Returns a picture at least as large as the thumbnail, if the original is, with the orientation
  /// applied.
  func picture(shown orientation: String?) -> PixbufLibrary.Pixbuf {
    let input = Input(awaiting: PictureKind.signatureLength)
    guard let kind = PictureKind(beginning: input.piece) else { ChildExit.undecodable.leave() }
    let decoded =
      kind == .jpeg ? unsafe photograph(in: input) : unsafe drawing(of: kind, in: input)
    if let orientation {
      // Replaces the orientation that the decoder has read.
      _ = unsafe library.removeOption(decoded, "orientation")
      _ = unsafe library.setOption(decoded, "orientation", orientation)
    }
    guard let picture = unsafe library.orient(decoded) else { ChildExit.tooMuchMemory.leave() }
    return unsafe picture
  }

  /// Reads a JPEG file as a whole, because the decoder doesn't report missing data and draws grey.
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

  /// Nil if the means are not enough or can't be extracted.
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

  /// Other formats are decoded while reading.
  private func drawing(of kind: PictureKind, in input: consuming Input) -> PixbufLibrary.Pixbuf {
    let loader = unsafe self.loader(for: kind)
    let last = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    unsafe last.initialize(to: 0)
    _ = unsafe library.listen(loader, "area-updated", Decoding.rowsDrawn, last, nil, 0)
    input.forEachPiece { unsafe write($0, to: loader) }
    let told = unsafe last.pointee
    let picture = unsafe end(loader)
    // The decoder reports rows; missing ones hold old memory. For WebP animations it reports none,
    // for GIF always all.
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

  /// Whether following the data is worth its cost.
  private func mayBeShort(
    _ file: JPEGFile, _ scan: JPEGScan, _ picture: PixbufLibrary.Pixbuf
  ) -> Bool {
    // Counting its markers is cheap, and missing data are drawn arbitrarily.
    if file.isArithmetic { return true }
    // Pixels missing in one scan still vary if other scans have them.
    if !scan.isWhole(of: file) { return true }
    // The last block is drawn arbitrarily and is a visible part of a small picture.
    return unsafe Decoding.share(of: file.width, file.height) == 1 || endsFlat(picture)
  }

  /// Whether the last two pixels are equal, as they are if the decoder had no data for them.
  private func endsFlat(_ picture: PixbufLibrary.Pixbuf) -> Bool {
    let (width, height) = unsafe (Int(library.width(picture)), Int(library.height(picture)))
    guard width > 1, let pixels = unsafe library.pixels(picture) else { return true }
    // Four bytes for each pixel of a CMYK picture, otherwise three.
    let size = Int(unsafe library.channels(picture))
    let end = Int(unsafe library.rowLength(picture)) * (height - 1) + size * width
    return (end - size..<end).allSatisfy { unsafe pixels[$0] == pixels[$0 - size] }
  }

  private func loader(for kind: PictureKind) -> PixbufLibrary.Loader {
    var failure: PixbufLibrary.Failure?
    guard let loader = unsafe library.newLoader(kind.rawValue, &failure) else {
      ChildExit.noLoader.leave()
    }
    // Only JPEG is cheaper to decode at a smaller size; others are scaled at the end.
    let setSize =
      kind == .jpeg
      ? unsafe unsafeBitCast(library.setSize, to: UnsafeMutableRawPointer.self) : nil
    _ = unsafe library.connect(loader, "size-prepared", Decoding.sizeKnown, setSize, nil, 0)
    return unsafe loader
  }

  /// Called by the decoder after the header, before it allocates pixels.
  private static let sizeKnown: PixbufLibrary.SizeKnown = { loader, width, height, setSize in
    if Int(width) * Int(height) > Confinement.pixelCount { ChildExit.tooLarge.leave() }
    guard let setSize = unsafe setSize else { return }
    let scale = unsafe Int32(Decoding.share(of: Int(width), Int(height)))
    unsafe unsafeBitCast(setSize, to: PixbufLibrary.SetSize.self)(
      loader, (width + scale - 1) / scale, (height + scale - 1) / scale)
  }

  /// The fraction at which a JPEG picture is decoded; libjpeg supports halves, quarters and
  /// eighths.
  ///
  /// The rotation is not known yet, so both orientations must cover the thumbnail.
  private static func share(of width: Int, _ height: Int) -> Int {
    let least = max(ThumbnailPixels.width, ThumbnailPixels.height)
    return [8, 4, 2].first { min(width, height) / $0 >= least } ?? 1
  }

  /// Called by the decoder for each range of rows; stores the end of the last one.
  private static let rowsDrawn: PixbufLibrary.RowsDrawn = { _, _, top, _, count, last in
    guard let last = unsafe last?.assumingMemoryBound(to: Int32.self) else { return }
    unsafe last.pointee = max(last.pointee, top + count)
  }

  /// Ends the process with the status for a `GError`: a domain, a code, and a text.
  private func leave(because failure: PixbufLibrary.Failure?) -> Never {
    guard let failure = unsafe failure else { ChildExit.undecodable.leave() }
    let domain = unsafe failure.load(as: UInt32.self)
    let code = unsafe failure.load(fromByteOffset: 4, as: Int32.self)
    // GDK_PIXBUF_ERROR_INSUFFICIENT_MEMORY
    let isMemory = unsafe domain == library.errorDomain() && code == 1
    (isMemory ? ChildExit.tooMuchMemory : .undecodable).leave()
  }
}

/// A format passed on to the decoder, with its name in gdk-pixbuf.
///
/// By itself gdk-pixbuf would try more formats, including drawings with links.
enum PictureKind: String {
  case png
  case jpeg
  case gif
  case webp

  /// The number of bytes that identify the format.
  static let signatureLength = 12

  init?(beginning bytes: ArraySlice<UInt8>) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: Array("GIF8".utf8)) {
      self = .gif
    } else if bytes.starts(with: Array("RIFF".utf8)),
      bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
    {
      self = .webp
    } else {
      return nil
    }
  }
}
