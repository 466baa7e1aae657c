/// The way from standard input to a decoded picture; any trouble on it ends the process.
@unsafe struct Decoding {
  private let library: PixbufLibrary

  init(with library: PixbufLibrary) {
    unsafe self.library = library
  }

  /// At least as large as the thumbnail where the picture is, and turned as it is to be shown.
  func picture() -> PixbufLibrary.Pixbuf {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    var count = Input.read(into: &buffer, atLeast: PictureKind.signatureLength)
    guard let kind = PictureKind(beginning: buffer.prefix(count)) else {
      Ending.undecodable.leave()
    }
    let loader = unsafe self.loader(for: kind)
    var total = 0
    while count > 0 {
      total += count
      if total > Confinement.byteCount { Ending.tooLarge.leave() }
      var failure: PixbufLibrary.Failure?
      guard unsafe library.write(loader, buffer, count, &failure) != 0 else {
        unsafe leave(because: failure)
      }
      count = Input.read(into: &buffer, atLeast: 1)
    }
    var failure: PixbufLibrary.Failure?
    guard unsafe library.close(loader, &failure) != 0 else { unsafe leave(because: failure) }
    guard let decoded = unsafe library.picture(loader) else { Ending.undecodable.leave() }
    guard let picture = unsafe library.orient(decoded) else { Ending.tooMuchMemory.leave() }
    return unsafe picture
  }

  private func loader(for kind: PictureKind) -> PixbufLibrary.Loader {
    var failure: PixbufLibrary.Failure?
    guard let loader = unsafe library.newLoader(kind.rawValue, &failure) else {
      Ending.noLoader.leave()
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
    if Int(width) * Int(height) > Confinement.pixelCount { Ending.tooLarge.leave() }
    guard let setSize = unsafe setSize else { return }
    // libjpeg scales by halves down to an eighth. Whether the picture lies on its side is not
    // known yet, so both ways must cover the thumbnail.
    let least = Int32(max(Thumbnail.width, Thumbnail.height))
    var (width, height) = (width, height)
    for _ in 0..<3 where min(width, height) / 2 >= least {
      (width, height) = ((width + 1) / 2, (height + 1) / 2)
    }
    unsafe unsafeBitCast(setSize, to: PixbufLibrary.SetSize.self)(loader, width, height)
  }

  /// Ends the process with what a `GError` means: a domain, a number in it, and a text.
  private func leave(because failure: PixbufLibrary.Failure?) -> Never {
    guard let failure = unsafe failure else { Ending.undecodable.leave() }
    let domain = unsafe failure.load(as: UInt32.self)
    let code = unsafe failure.load(fromByteOffset: 4, as: Int32.self)
    // GDK_PIXBUF_ERROR_INSUFFICIENT_MEMORY
    let isMemory = unsafe domain == library.errorDomain() && code == 1
    (isMemory ? Ending.tooMuchMemory : .undecodable).leave()
  }
}
