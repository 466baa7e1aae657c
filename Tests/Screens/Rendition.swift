/// The graphic rendition in effect: SGR of ECMA-48, §8.3.117.
struct Rendition {
  private var flags: Set<Int> = []
  private var foreground: String?
  private var backgroundCode: String?

  /// The parameters in effect, in a fixed order.
  var codes: [String] {
    flags.sorted().map(String.init) + [foreground, backgroundCode].compactMap(\.self)
  }

  /// The rendition of erased cells.
  var background: [String] { [backgroundCode].compactMap(\.self) }

  mutating func apply(_ parameters: String) {
    var codes = parameters.split(separator: ";").map { Int($0) ?? 0 }[...]
    if codes.isEmpty { codes = [0] }
    while let code = codes.popFirst() {
      switch code {
      case 0: self = Rendition()
      case 1, 2, 3, 4, 7: flags.insert(code)
      case 22: flags.subtract([1, 2])
      case 23, 24, 27: flags.remove(code - 20)
      case 30...37, 90...97: foreground = String(code)
      case 38: foreground = "38;" + Rendition.color(&codes)
      case 39: foreground = nil
      case 40...47, 100...107: backgroundCode = String(code)
      case 48: backgroundCode = "48;" + Rendition.color(&codes)
      case 49: backgroundCode = nil
      default: preconditionFailure("unknown rendition \(code)")
      }
    }
  }

  private static func color(_ codes: inout ArraySlice<Int>) -> String {
    let count = codes.first == 5 ? 2 : 4
    defer { codes = codes.dropFirst(count) }
    return codes.prefix(count).map(String.init).joined(separator: ";")
  }
}
