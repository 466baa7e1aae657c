/// Scalars that Swift rejects in literals.
enum Noncharacter {
  static let all = [0xFFFE, 0xFDD0, 0x10_FFFF].map { text(UInt32($0)) }

  private static func text(_ value: UInt32) -> String {
    Unicode.Scalar(value).map { String($0) } ?? ""
  }
}
