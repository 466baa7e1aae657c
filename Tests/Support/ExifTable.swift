/// What cameras note in pictures.
enum ExifTable {
  static func bytes(_ orientation: Int, ordersLittle: Bool = false) -> [UInt8] {
    let number = ordersLittle ? ByteOrder.little : ByteOrder.big
    // 42, where the table is, and how many entries it has; then the only one, and no next table.
    let fields = [
      (42, 2), (8, 4), (1, 2), (0x0112, 2), (3, 2), (1, 4), (orientation, 2), (0, 2), (0, 4),
    ]
    return fields.reduce(into: Array((ordersLittle ? "II" : "MM").utf8)) {
      $0 += number($1.0, $1.1)
    }
  }
}
