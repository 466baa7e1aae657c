import Model
import Seeding
import Testing

@Suite struct PixelImageTests {
  @Test func `a thumbnail is the mean of the areas in the middle`() throws {
    // Each pixel of the thumbnail covers three by three, and the stripes at the sides are cut off.
    var image = PixelImage(width: 96 * 3 + 20, height: 125 * 3)
    for pixel in 0..<(image.width * image.height) {
      let column = pixel % image.width - 10
      let isInside = column >= 0 && column < 288
      image.pixels[pixel * 3] = isInside ? UInt8(column % 3 * 30) : 255
      image.pixels[pixel * 3 + 1] = isInside ? UInt8(column / 3) : 255
      image.pixels[pixel * 3 + 2] = UInt8(pixel / image.width / 3)
    }
    let thumbnail = try #require(image.thumbnail())
    var expected: [UInt8] = []
    for row in 0..<125 {
      for column in 0..<96 { expected += [30, UInt8(column), UInt8(row)] }
    }
    #expect(thumbnail.pixels == expected)
  }

  @Test(arguments: [(1, 1), (240, 312), (97, 125), (96, 126), (5, 900), (900, 5)])
  func `one colour stays the same at every size`(width: Int, height: Int) {
    var image = PixelImage(width: width, height: height)
    image.pixels = image.pixels.map { _ in 77 }
    #expect(image.thumbnail()?.pixels.allSatisfy { $0 == 77 } == true)
  }
}
