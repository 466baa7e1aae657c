/// A page of a b-tree, <https://www.sqlite.org/fileformat2.html#b_tree_pages>.
struct TreePage {
  let isTable: Bool
  let isLeaf: Bool
  /// What its cells and its last pointer lead to, in order; empty for a leaf.
  private(set) var children: [Int] = []
  private(set) var rows: [FoundRow] = []
  /// Whether every cell could be read.
  private(set) var isWhole = true

  /// Nil for what is no such page.
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
    let count = Bytes.u16(bytes, at: start + 3)
    let pointers = start + (isLeaf ? 8 : 12)
    guard pointers + 2 * count <= bytes.count else { return nil }
    for index in 0..<count {
      readCell(at: Bytes.u16(bytes, at: pointers + 2 * index), of: bytes, in: file)
    }
    if !isLeaf { children.append(Int(Bytes.u32(bytes, at: start + 8))) }
  }

  private mutating func readCell(at cell: Int, of bytes: [UInt8], in file: PageFile) {
    var place = cell
    if !isLeaf {
      children.append(Int(Bytes.u32(bytes, at: place)))
      place += 4
      if isTable { return }
    }
    guard let size = Bytes.varint(bytes, at: place), size.value >= 0,
      size.value <= min(96 << 20, Int64(file.pageCount * file.pageSize))
    else {
      return isWhole = false
    }
    place = size.end
    var number: Int64?
    if isTable {
      guard let found = Bytes.varint(bytes, at: place) else { return isWhole = false }
      number = found.value
      place = found.end
    }
    guard let payload = payload(Int(size.value), at: place, of: bytes, in: file),
      let row = FoundRow(payload, number: number)
    else {
      return isWhole = false
    }
    rows.append(row)
  }

  /// What begins in the page, and goes on in a chain of others if it is long.
  private func payload(
    _ size: Int, at place: Int, of bytes: [UInt8], in file: PageFile
  ) -> [UInt8]? {
    let usable = file.pageSize
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
      guard let more = file.page(next) else { return nil }
      payload += more[4..<min(usable, 4 + size - payload.count)]
      next = Int(Bytes.u32(more, at: 0))
    }
    return payload
  }
}
