import Model
import Seeding
import Support
import Testing

@Suite struct PNGFileTests {
  @Test(arguments: [
    (1, 1, 2), (1, 9, 3), (300, 1, 256), (31, 17, 1), (64, 64, 2), (40, 40, 256), (50, 7, 257),
    (120, 130, 100_000), (3, 5, 100_000), (200, 180, 40),
  ])
  func `a raster comes back from its file`(width: Int, height: Int, colors: Int) throws {
    var random = SeededGenerator(seed: UInt64(width * height + colors))
    var raster = Raster(width: width, height: height)
    let palette = (0..<colors).map { _ in UInt32.random(in: 0..<0x1_000000, using: &random) }
    for pixel in 0..<(width * height) {
      let color = palette.randomElement(using: &random) ?? 0
      for channel in 0..<3 {
        raster.pixels[pixel * 3 + channel] = UInt8(color >> UInt32(8 * channel) & 0xFF)
      }
    }
    #expect(try DecodedPNG(PNGFile(raster).bytes).raster == raster)
  }

  @Test func `gradients and repetitions of every length come back`() throws {
    var raster = Raster(width: 600, height: 60)
    for row in 0..<60 {
      for column in 0..<600 {
        let place = (row * 600 + column) * 3
        raster.pixels[place] = UInt8((column * row) % 256)
        raster.pixels[place + 1] = UInt8(column % (row + 1))
        raster.pixels[place + 2] = UInt8((column + row * 7) / 4 % 256)
      }
    }
    #expect(try DecodedPNG(PNGFile(raster).bytes).raster == raster)
  }

  @Test func `few colours make a palette, and one colour next to nothing`() throws {
    let plain = PNGFile(Raster(width: 240, height: 312)).bytes
    #expect(plain.count < 250)
    #expect(plain[25] == 3)
    let painting = PNGFile(Painting(.mountains, seed: 1).raster).bytes
    #expect(painting[25] == 2)
  }

  @Test func `a thumbnail is the mean of the areas in the middle`() throws {
    // Three pixels for each of the thumbnail's, and stripes to the left and right that are cut off.
    var raster = Raster(width: 96 * 3 + 20, height: 125 * 3)
    for pixel in 0..<(raster.width * raster.height) {
      let column = pixel % raster.width - 10
      let isInside = column >= 0 && column < 288
      raster.pixels[pixel * 3] = isInside ? UInt8(column % 3 * 30) : 255
      raster.pixels[pixel * 3 + 1] = isInside ? UInt8(column / 3) : 255
      raster.pixels[pixel * 3 + 2] = UInt8(pixel / raster.width / 3)
    }
    let thumbnail = try #require(raster.thumbnail())
    var expected: [UInt8] = []
    for row in 0..<125 {
      for column in 0..<96 { expected += [30, UInt8(column), UInt8(row)] }
    }
    #expect(thumbnail.pixels == expected)
  }

  @Test(arguments: [(1, 1), (240, 312), (97, 125), (96, 126), (5, 900), (900, 5)])
  func `one colour stays itself at every size`(width: Int, height: Int) {
    var raster = Raster(width: width, height: height)
    raster.pixels = raster.pixels.map { _ in 77 }
    #expect(raster.thumbnail()?.pixels.allSatisfy { $0 == 77 } == true)
  }
}
