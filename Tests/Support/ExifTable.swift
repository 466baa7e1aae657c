/// The Exif metadata of a picture.
enum ExifTable {
  /// A table with one entry for each orientation.
  static func bytes(_ orientations: [Int], ordersLittle: Bool = false) -> [UInt8] {
    let number = ordersLittle ? ByteOrder.little : ByteOrder.big
    let entries = orientations.flatMap { [(0x0112, 2), (3, 2), (1, 4), ($0, 2), (0, 2)] }
    // The number 42, the offset of the table, its count of entries, the entries, and no next table.
    let fields = [(42, 2), (8, 4), (orientations.count, 2)] + entries + [(0, 4)]
    return fields.reduce(into: Array((ordersLittle ? "II" : "MM").utf8)) {
      $0 += number($1.0, $1.1)
    }
  }
}
