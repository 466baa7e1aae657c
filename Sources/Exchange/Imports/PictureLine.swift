internal import Model

/// One picture of a lossless export: its content is decoded while the line is read.
struct PictureLine {
  private static let start = Array("\"content\":\"".utf8)
  private static let mostLetters = 96 << 20
  /// The bytes of a line without its content.
  private static let mostFrame = 65_536

  private enum Part { case before, content, after }

  /// The line without the letters of the content.
  private(set) var frame: [UInt8] = []
  let content: SpooledPicture
  private(set) var byteCount = 0
  private var part = Part.before
  /// The last letters, which do not fill a group of four.
  private var letters: [UInt8] = []

  init(in folder: String) { content = SpooledPicture(in: folder) }

  mutating func add(_ piece: ArraySlice<UInt8>, at place: InputPosition) throws(ExchangeError) {
    var piece = piece
    byteCount += piece.count
    if part == .before {
      let known = frame.count
      frame += piece
      guard let start = frame.firstRange(of: PictureLine.start) else {
        return try checkFrame(at: place)
      }
      piece = piece.dropFirst(start.upperBound - known)
      frame.removeSubrange(start.upperBound...)
      part = .content
    }
    if part == .content {
      let end = piece.firstIndex(of: UInt8(ascii: "\""))
      try decode(piece[..<(end ?? piece.endIndex)], isLast: end != nil)
      if byteCount > PictureLine.mostLetters { throw .badArchive(place, .over(.content)) }
      guard let end else { return }
      piece = piece[end...]
      part = .after
    }
    frame += piece
    try checkFrame(at: place)
  }

  private func checkFrame(at place: InputPosition) throws(ExchangeError) {
    if frame.count > PictureLine.mostFrame { throw .badArchive(place, .damaged("ndjson")) }
  }

  /// Leaves out a piece that is not Base64.
  ///
  /// The hash of the picture then differs, and the record is refused.
  private mutating func decode(_ piece: ArraySlice<UInt8>, isLast: Bool) throws(ExchangeError) {
    letters += piece
    let whole = isLast ? letters.count : letters.count - letters.count % 4
    if let bytes = Base64.decoded(letters[..<whole]) { try content.add(bytes) }
    letters.removeFirst(whole)
  }
}
