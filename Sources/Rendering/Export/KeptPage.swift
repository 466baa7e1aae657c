/// A page in pieces: text as it is, and between them the places of pictures.
///
/// A page of many pictures would not fit memory; whoever writes it fills in one after the other.
package struct KeptPage {
  package enum Piece {
    case text(ArraySlice<UInt8>)
    /// Where the address of a picture belongs, by its hash.
    case picture(String)
  }

  package private(set) var pieces: [Piece] = []

  init(_ markup: Markup) {
    let bytes = markup.output.bytes
    var start = 0
    for gap in markup.gaps {
      pieces += [.text(bytes[start..<gap.place]), .picture(gap.picture)]
      start = gap.place
    }
    pieces.append(.text(bytes[start...]))
  }
}
