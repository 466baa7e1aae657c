/// A page of a b-tree, <https://www.sqlite.org/fileformat2.html#b_tree_pages>.
struct TreePage {
  let isTable: Bool
  let isLeaf: Bool
  private let number: Int
  private let bytes: [UInt8]
  private let cells: [Int]
  private let lastChild: Int

  /// Nil for a page that is not in a b-tree.
  init?(_ number: Int, in file: PageFile) {
    guard let bytes = file.page(number) else { return nil }
    let start = number == 1 ? 100 : 0
    switch bytes[start] {
    case 0x02: (isTable, isLeaf) = (false, false)
    case 0x05: (isTable, isLeaf) = (true, false)
    case 0x0A: (isTable, isLeaf) = (false, true)
    case 0x0D: (isTable, isLeaf) = (true, true)
    default: return nil
    }
    let pointers = start + (isLeaf ? 8 : 12)
    // A count that is too large is damage, but the rows may be intact.
    let count = min(Bytes.u16(bytes, at: start + 3), (bytes.count - pointers) / 2)
    (self.number, self.bytes) = (number, bytes)
    cells = (0..<count).map { Bytes.u16(bytes, at: pointers + 2 * $0) }
    lastChild = Int(Bytes.u32(bytes, at: start + 8))
  }

  /// The child pages, in order; empty for a leaf.
  var children: [Int] {
    isLeaf ? [] : cells.map { Int(Bytes.u32(bytes, at: $0)) } + [lastChild]
  }

  /// The number of cells with a row.
  var rowCount: Int { isTable && !isLeaf ? 0 : cells.count }

  /// The row in a cell; nil if it can't be read.
  func row(_ index: Int, with overflow: OverflowPages) -> FoundRow? {
    var place = cells[index] + (isLeaf ? 0 : 4)
    guard let size = Bytes.varint(bytes, at: place),
      (0...OverflowPages.mostBytes).contains(size.value)
    else { return nil }
    place = size.end
    guard isTable else {
      return payload(Int(size.value), at: place, with: overflow).flatMap {
        FoundRow($0, number: nil, on: self.number)
      }
    }
    guard let number = Bytes.varint(bytes, at: place) else { return nil }
    return payload(Int(size.value), at: number.end, with: overflow)
      .flatMap { FoundRow($0, number: number.value, on: self.number) }
  }

  /// The payload of a cell, which may continue in a chain of overflow pages.
  private func payload(
    _ size: Int, at place: Int, with overflow: OverflowPages
  ) -> [UInt8]? {
    let usable = bytes.count
    let most = isTable ? usable - 35 : (usable - 12) * 64 / 255 - 23
    if size <= most {
      return place + size <= bytes.count ? Array(bytes[place..<place + size]) : nil
    }
    let least = (usable - 12) * 32 / 255 - 23
    let wanted = least + (size - least) % (usable - 4)
    let local = wanted <= most ? wanted : least
    guard place + local + 4 <= bytes.count else { return nil }
    var payload = Array(bytes[place..<place + local])
    var next = Int(Bytes.u32(bytes, at: place + local))
    while payload.count < size {
      guard let more = overflow.page(next) else { return nil }
      payload += more[4..<min(usable, 4 + size - payload.count)]
      next = Int(Bytes.u32(more, at: 0))
    }
    return payload
  }
}

/// Reads overflow pages, up to four times as many as the file has.
///
/// A damaged file needs fewer. In a hostile file, many rows may refer to the same long chain.
final class OverflowPages {
  /// The size of the longest row, which contains the largest picture.
  static let mostBytes: Int64 = 96 << 20

  private let file: PageFile
  private var left: Int

  init(of file: PageFile) {
    self.file = file
    left = 4 * (file.pageCount + file.pagesBeyond.count)
  }

  /// Nil for an unreadable page and after too many pages.
  func page(_ number: Int) -> [UInt8]? {
    guard left > 0 else { return nil }
    left -= 1
    return file.page(number)
  }
}
