import Model
import Rendering
import Support

/// Computed pictures for drawing tests.
enum PictureSample {
  typealias Pixel = (red: Int, green: Int, blue: Int)

  static let house = make { x, y in
    if (-3...3).contains(x - 66), (30...46).contains(y) { return (110, 60, 50) }
    if y >= 30, y < 54, abs(x - 48) * 24 < 34 * (y - 30) { return (165, 60, 45) }
    if (20...76).contains(x), (54...100).contains(y) {
      if (42...54).contains(x), y > 74 { return (90, 55, 35) }
      if (62...70).contains(y), (26...36).contains(x) || (60...70).contains(x) {
        return (60, 80, 110)
      }
      return (225, 205, 170)
    }
    if y > 84 { return (70, 140, 60) }
    return isInside(x - 78, y - 18, 9, 9) ? (255, 230, 90) : (120, 180, 235)
  }

  static let face = make { x, y in
    let (dx, dy) = (x - 48, y - 62)
    if isInside(abs(dx) - 13, dy + 10, 5, 4) { return (30, 30, 40) }
    if (16...20).contains(dy), abs(dx) < 14 { return (160, 50, 60) }
    if (-8...8).contains(dy), abs(dx) < 3 { return (200, 150, 120) }
    if dy < -22, isInside(dx, dy, 32, 42) { return (70, 45, 30) }
    if isInside(dx, dy, 29, 38) { return (235, 190, 160) }
    if dy > 42, isInside(dx, dy - 70, 46, 36) { return (40, 90, 150) }
    return (60, 70, 85)
  }

  static let gradient = make { x, y in (x * 255 / 95, y * 255 / 124, 255 - x * 255 / 95) }

  static func flat(_ red: Int, _ green: Int, _ blue: Int) -> Thumbnail {
    make { _, _ in (red, green, blue) }
  }

  static func random(seed: UInt64) -> Thumbnail {
    var generator = SeededGenerator(seed: seed)
    return make { _, _ in
      let bits = generator.next()
      return (Int(bits & 0xFF), Int(bits >> 8 & 0xFF), Int(bits >> 16 & 0xFF))
    }
  }

  static let thumbnails = ["house": house, "face": face, "gradient": gradient]

  /// Posts with pictures, posts with words only, and one with a lost picture.
  static let posts = [
    post(50, "Home at last, and it is warm inside", picture: "house", likes: 1_234),
    post(49, "短い日本語の投稿です。今日はとても良い天気でした。", likes: 12),
    post(48, "", picture: "face", alt: "somebody with dark hair", likes: 1),
    post(47, "مرحبا بالعالم", picture: "gradient", isPrivate: true),
    post(46, "Only words here, but of these so many that they fill several lines of a tile."),
    post(45, "the file is lost", picture: "lost", alt: "a boat at sunset"),
    post(44, "שלום עולם"),
    post(43, "short"),
  ]

  private static func post(
    _ id: Int64, _ text: String, picture: String? = nil, alt: String? = nil, likes: Int = 3,
    isPrivate: Bool = false
  ) -> Post {
    Post(
      id: Post.ID(id), author: Sample.handle("alice"), text: text,
      image: picture.map { Image(width: 640, height: 480, bytes: 12_345, hash: $0) }, alt: alt,
      isPrivate: isPrivate, likeCount: likes, createdAt: Sample.ago(minutes: (51 - id) * 700))
  }

  static func make(_ pixel: (_ x: Int, _ y: Int) -> Pixel) -> Thumbnail {
    var pixels: [UInt8] = []
    for y in 0..<Thumbnail.height {
      for x in 0..<Thumbnail.width {
        let (red, green, blue) = pixel(x, y)
        pixels += [UInt8(red), UInt8(green), UInt8(blue)]
      }
    }
    guard let thumbnail = Thumbnail(pixels: pixels) else { preconditionFailure("96 by 125") }
    return thumbnail
  }

  private static func isInside(_ dx: Int, _ dy: Int, _ width: Int, _ height: Int) -> Bool {
    dx * dx * height * height + dy * dy * width * width <= width * width * height * height
  }
}
