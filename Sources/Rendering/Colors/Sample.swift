/// A colour in a picture, or a sum of colours.
///
/// It is not a SIMD type, which takes a hundred times as long without optimisation.
struct Sample: Equatable, Sendable {
  var red: Int32 = 0
  var green: Int32 = 0
  var blue: Int32 = 0

  static func + (left: Sample, right: Sample) -> Sample {
    Sample(
      red: left.red &+ right.red, green: left.green &+ right.green, blue: left.blue &+ right.blue)
  }

  static func - (left: Sample, right: Sample) -> Sample {
    Sample(
      red: left.red &- right.red, green: left.green &- right.green, blue: left.blue &- right.blue)
  }

  func times(_ factor: Int32) -> Sample {
    Sample(red: red &* factor, green: green &* factor, blue: blue &* factor)
  }

  func dot(_ other: Sample) -> Int32 {
    red &* other.red &+ green &* other.green &+ blue &* other.blue
  }

  /// The squared length.
  var square: Int32 {
    red &* red &+ green &* green &+ blue &* blue
  }

  /// The lightness from 0 to 255: ITU-R BT.709 in 256ths.
  var light: Int32 {
    (54 &* red &+ 183 &* green &+ 19 &* blue) &>> 8
  }

  /// Whether it is far from black and from grey.
  var isVivid: Bool {
    let most = max(red, green, blue)
    return most >= 96 && most - min(red, green, blue) >= 64
  }

  /// The colour at the brightness of text, because the density of the character shows the
  /// lightness.
  ///
  /// It is rounded to steps that are hardly visible in thin characters, so that neighbours share a
  /// colour.
  func ink(isLight: Bool) -> Sample {
    let most = max(red, green, blue, 64)
    let full: Int32 = isLight ? 104 : 255
    func step(_ part: Int32) -> Int32 { (part * 32 / most + 1) / 2 * full / 16 }
    return Sample(red: step(red), green: step(green), blue: step(blue))
  }

  /// `other` if both look the same, otherwise this colour.
  ///
  /// A repeated colour costs no bytes, and colours are most of a frame that scrolls.
  func likened(to other: Sample?) -> Sample {
    guard let other else { return self }
    let difference = self - other
    let most = max(abs(difference.red), abs(difference.green), abs(difference.blue))
    return most <= Sample.unseen ? other : self
  }

  private static let unseen: Int32 = 2

  /// Divides a sum of `count` colours.
  func average(of count: Int32) -> Sample {
    let half = count / 2
    return Sample(
      red: (red &+ half) / count, green: (green &+ half) / count, blue: (blue &+ half) / count)
  }
}
