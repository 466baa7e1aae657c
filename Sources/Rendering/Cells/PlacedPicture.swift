import Model

/// A picture that a terminal may draw by a protocol, instead of cells.
package struct PlacedPicture: Sendable, Equatable {
  let image: Thumbnail
  let crop: PictureCrop
  /// Equal for equal pixels.
  let key: UInt32

  init(_ image: Thumbnail, _ crop: PictureCrop) {
    (self.image, self.crop) = (image, crop)
    // About every third pixel is enough to distinguish photographs.
    var hash = StableHash()
    hash.add(UInt64(image.width))
    for place in stride(from: 0, to: image.pixels.count, by: 7) {
      hash.add(UInt64(image.pixels[place]))
    }
    // Zero is not a valid image number.
    key = max(UInt32(truncatingIfNeeded: hash.value), 1)
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.key == right.key && left.crop == right.crop
  }
}

/// The largest centred part of a picture with the shape of an area of cells.
struct PictureCrop: Hashable {
  let columns: Range<Int>
  let rows: Range<Int>

  init(columns: Range<Int>, rows: Range<Int>) {
    (self.columns, self.rows) = (columns, rows)
  }

  init(of picture: Thumbnail, to cells: (width: Int, height: Int)) {
    func centred(_ count: Int, of all: Int) -> Range<Int> {
      let part = max(1, min(all, count))
      let first = (all - part) / 2
      return first..<first + part
    }
    // A cell is twice as high as wide.
    let (across, down) = (max(1, cells.width), max(1, cells.height * 2))
    columns = centred((picture.height * across + down / 2) / down, of: picture.width)
    rows = centred((picture.width * down + across / 2) / across, of: picture.height)
  }
}

/// A rectangle of cells that show a part of a picture.
struct PicturePart: Hashable {
  /// The cells of the part on the canvas.
  var x: Int
  var y: Int
  var width: Int
  var height: Int
  /// The position of the part in the whole picture, and the size of the picture, in cells.
  let left: Int
  let above: Int
  let allWidth: Int
  let allHeight: Int
  let key: UInt32
  let crop: PictureCrop

  var pixels: (columns: Range<Int>, rows: Range<Int>) {
    func part(_ all: Range<Int>, _ first: Int, _ count: Int, of cells: Int) -> Range<Int> {
      let start = all.lowerBound + all.count * first / cells
      let end = all.lowerBound + all.count * (first + count) / cells
      return start..<max(start + 1, end)
    }
    return (
      part(crop.columns, left, width, of: allWidth), part(crop.rows, above, height, of: allHeight)
    )
  }
}

extension Canvas {
  /// Marks all cells as a picture that a protocol may draw; later drawings cover it.
  mutating func place(_ picture: PlacedPicture) {
    replaceCells { $0.asPicture }
    mark(PicturePlace(.placed(picture), x: 0, y: 0, width: width, height: height))
  }

  /// The visible parts of pictures, and the picture of each.
  var pictureParts: [(part: PicturePart, image: Thumbnail)] {
    pictures.flatMap { place -> [(PicturePart, Thumbnail)] in
      guard case .placed(let picture) = place.kind else { return [] }
      return visibleParts(of: place, picture).map { ($0, picture.image) }
    }
  }

  /// One part for each run of rows whose cells of the picture are in the same columns.
  private func visibleParts(of place: PicturePlace, _ picture: PlacedPicture) -> [PicturePart] {
    let columns = max(0, place.x)..<max(0, place.x, min(place.x + place.width, width))
    var parts: [PicturePart] = []
    for y in max(0, place.y)..<max(0, place.y, min(place.y + place.height, height)) {
      var x = columns.lowerBound
      while x < columns.upperBound {
        guard self[x, y].isPicture else {
          x += 1
          continue
        }
        let start = x
        while x < columns.upperBound, self[x, y].isPicture { x += 1 }
        let above = parts.firstIndex {
          $0.x == start && $0.width == x - start && $0.y + $0.height == y
        }
        if let above {
          parts[above].height += 1
        } else {
          parts.append(
            PicturePart(
              x: start, y: y, width: x - start, height: 1, left: start - place.x,
              above: y - place.y, allWidth: place.width, allHeight: place.height,
              key: picture.key, crop: picture.crop))
        }
      }
    }
    return parts
  }

  /// Blanks the cells of a part, which the terminal draws.
  mutating func blank(_ part: PicturePart, with cell: Cell = .blank) {
    for row in part.y..<part.y + part.height {
      for column in part.x..<part.x + part.width { self[column, row] = cell }
    }
  }
}
