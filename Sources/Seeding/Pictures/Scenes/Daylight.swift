/// The colours of a time of day, and the words that describe it.
struct Daylight: Sendable {
  /// The times of day, including a frosty morning.
  enum Hour: Sendable { case dawn, noon, gold, dusk, night, frost }

  let hour: Hour
  /// The end of a description: "at dusk".
  let words: String
  /// From the top to the horizon.
  let sky: [Tint]
  let orb: Tint
  let far: Tint
  let near: Tint
  let water: Tint
  let cloud: Tint

  var isNight: Bool { hour == .night }

  private init(_ hour: Hour, _ words: String, _ sky: [UInt32], _ others: [UInt32]) {
    (self.hour, self.words) = (hour, words)
    self.sky = sky.map(Tint.init)
    (orb, far, near, water, cloud) = (
      Tint(others[0]), Tint(others[1]), Tint(others[2]), Tint(others[3]), Tint(others[4])
    )
  }

  static let dawn = Daylight(
    .dawn, "at dawn", [0x4A67A8, 0xB79CC8, 0xFFC9A6, 0xFFE7C4],
    [0xFFF3D2, 0xA893BE, 0x2C2B4F, 0x5C6FA5, 0xFFDCCB])
  static let noon = Daylight(
    .noon, "on a clear day", [0x2374BE, 0x5DAEDF, 0xBFE4F2, 0xEAF7F5],
    [0xFFF9DC, 0x86B2CC, 0x154A45, 0x1F6E9C, 0xFFFFFF])
  static let gold = Daylight(
    .gold, "in the golden afternoon", [0x4D93B8, 0xA9C6B8, 0xF7DB98, 0xFFF0C2],
    [0xFFFBE0, 0xC79F6C, 0x3B2C24, 0x4C7C86, 0xFFF1CF])
  static let dusk = Daylight(
    .dusk, "at dusk", [0x241F52, 0x6C3474, 0xDE5B5B, 0xFFB05E],
    [0xFFE08C, 0x7C3F6C, 0x160F2C, 0x3B2A66, 0xF08A6A])
  static let night = Daylight(
    .night, "at night", [0x050A22, 0x0C1B45, 0x1E3A73, 0x3C619C],
    [0xFBF4D9, 0x27406F, 0x050816, 0x0D2048, 0x4A66A0])
  static let frost = Daylight(
    .frost, "on a frosty morning", [0x7FA3C2, 0xB4CBDC, 0xE2EBF0, 0xFBF3EA],
    [0xFFFDF4, 0xA7BCCE, 0x26394D, 0x6C8CA6, 0xFFFFFF])

  static let all = [dawn, noon, gold, dusk, night, frost]
}
