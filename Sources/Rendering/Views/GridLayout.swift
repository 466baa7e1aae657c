/// Where the tiles of a grid are.
package struct GridLayout: Sendable {
  /// A tile narrower than this shows nothing one could read.
  private static let narrowestTile = 6

  /// The widths of the columns, which are one cell apart.
  package let columnWidths: [Int]

  /// Takes away columns that would be too narrow to read.
  package init(width: Int, columns: Int) {
    let most = max(1, (width + 1) / (GridLayout.narrowestTile + 1))
    let count = max(1, min(columns, most))
    let (share, rest) = max(count, width - (count - 1)).quotientAndRemainder(dividingBy: count)
    columnWidths = (0..<count).map { $0 < rest ? share + 1 : share }
  }

  /// The column of cells where a column of tiles begins.
  package func x(ofColumn column: Int) -> Int {
    columnWidths[..<column].reduce(column, +)
  }

  /// The same in all columns, though some may be a cell wider.
  package var pictureHeight: Int {
    GridLayout.pictureHeight(forWidth: columnWidths.last ?? 1)
  }

  /// The height of a picture: 1.3 times its width, on cells twice as tall as wide.
  package static func pictureHeight(forWidth width: Int) -> Int {
    max(1, (width * 65 + 50) / 100)
  }
}
