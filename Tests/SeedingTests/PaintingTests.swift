import Model
import Seeding
import Testing

@Suite struct PaintingTests {
  /// People rely on these pixels: a change belongs in the changelog.
  @Test(arguments: Motif.allCases)
  func `a motif and a seed always make the same picture`(motif: Motif) throws {
    let painting = Painting(motif, seed: 1)
    #expect(painting.image.width == 240)
    #expect(painting.image.height == 312)
    #expect(painting.image.pixels.count == 240 * 312 * 3)
    #expect(fingerprint(painting.image.pixels) == Self.known[motif])
    let alt = try AltText(painting.alt)
    #expect(alt.string.hasSuffix("."))
    #expect(painting.image.png().count < 64_000)
  }

  @Test func `another seed paints another picture`() {
    #expect(Painting(.tea, seed: 1).image != Painting(.tea, seed: 2).image)
    #expect(Painting(.tea, seed: 1).image != Painting(.tea, seed: 1, number: 1).image)
  }

  /// FNV-1a, 64 bits.
  private func fingerprint(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  private static let known: [Motif: UInt64] = [
    .mountains: 0x4EA2_1AE3_CDB7_8FF3,
    .forest: 0x3966_CB8C_4190_8168,
    .hills: 0xC437_F027_2B30_0719,
    .sail: 0xC5E2_F7B0_140E_C730,
    .lighthouse: 0xA76A_AA8D_3649_B0D2,
    .bridge: 0x8225_D83B_E2DE_E27A,
    .city: 0xA75A_0CDB_D73A_BB7D,
    .train: 0xAB1E_B5E0_DBAD_2A38,
    .portrait: 0xAB4B_17E8_5A0E_7D63,
    .cat: 0xEF5F_6391_EB93_7B04,
    .frog: 0x53DD_F9EA_18D0_CED0,
    .bees: 0x1590_4167_B62E_3DA3,
    .bread: 0xA4FF_5376_D77F_BBBE,
    .tea: 0x24E2_0E1D_E948_4250,
    .fruit: 0xD8D5_10F9_719A_8946,
    .flowers: 0x2DFC_D29A_4689_4EB5,
    .door: 0x3086_1F33_9A64_01B9,
    .bicycle: 0xCFF5_81DF_D2C3_2D35,
    .umbrella: 0x651F_0DD4_8B2F_2943,
    .meteors: 0x5A62_6D63_2B8E_5021,
    .ribbons: 0xE53B_C393_78B9_7D27,
    .waves: 0x0E89_7E7B_C0BB_7DF3,
    .tiles: 0x107C_8E78_D1D0_4CEA,
    .circles: 0xDEAE_DF3A_0E53_8B45,
    .quilt: 0xBDD0_EF97_A950_1AC3,
  ]
}
