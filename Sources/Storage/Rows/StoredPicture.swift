package import Model
package import SQLText

/// A row of `pictures`.
package struct StoredPicture: StoredRow {
  package static let table: Name = "pictures"
  package static let key: [Name] = ["id"]

  package var size = StoredPictureSize()
  package var checksum: Int64 = 0
  package var content: [UInt8] = []

  package init() {}

  package mutating func visit(_ columns: inout StoredColumns) {
    size.visit(&columns)
    columns.value("checksum", &checksum)
    columns.value("content", &content)
  }

  /// The checksum that the row should have.
  package var contentChecksum: Int64 { RowChecksum.of(size.values + [.blob(content)]) }
}

/// A row of `pictures` without its content.
package struct StoredPictureSize: StoredRow {
  package static let table = StoredPicture.table
  package static let key = StoredPicture.key

  package var id = PictureID(0)
  package var hash: [UInt8] = []
  package var width = 0
  package var height = 0
  package var byteCount = 0

  package init() {}

  package mutating func visit(_ columns: inout StoredColumns) {
    columns.value("id", &id)
    columns.value("hash", &hash)
    columns.value("width", &width)
    columns.value("height", &height)
    columns.value("bytes", &byteCount)
  }
}

/// A row of `thumbnails`.
package struct StoredThumbnail: StoredRow {
  package static let table: Name = "thumbnails"
  package static let key: [Name] = ["picture"]

  package var picture = PictureID(0)
  package var pixels: [UInt8] = []
  package var whole: [UInt8]?

  package init() {}

  package mutating func visit(_ columns: inout StoredColumns) {
    columns.value("picture", &picture)
    columns.value("pixels", &pixels)
    columns.value("whole", &whole)
  }
}

/// A picture whose bytes are passed in pieces.
package struct StreamedPicture {
  package let hash: PictureHash
  package let width: Int
  package let height: Int
  package let byteCount: Int
  /// The first bytes, which show the format.
  package let beginning: [UInt8]
  /// Passes all bytes in order; may be called again.
  package let pieces: (_ take: ([UInt8]) throws -> Void) throws -> Void

  package init(
    hash: PictureHash, width: Int, height: Int, byteCount: Int, beginning: [UInt8],
    pieces: @escaping (_ take: ([UInt8]) throws -> Void) throws -> Void
  ) {
    self.hash = hash
    self.width = width
    self.height = height
    self.byteCount = byteCount
    self.beginning = beginning
    self.pieces = pieces
  }
}
