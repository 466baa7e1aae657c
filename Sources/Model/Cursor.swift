/// A place in a list, to go on from later.
///
/// It holds the keys of the item it stands on, so that nothing inserted before or after moves it.
package struct Cursor: Hashable, Sendable {
  /// What the keys are, so that a cursor of one list is not taken for a place in another.
  package enum Order: Character, Sendable {
    /// Posts by time: [at].
    case post = "p"
    /// Users by arrival: [id].
    case user = "u"
    /// Liked posts by the time of the like: [at, post].
    case like = "l"
    /// Flags by time: [at, post, reporter].
    case flag = "f"
    /// Suggestions by people shared: [count, id].
    case suggestion = "s"

    fileprivate var keyCount: Int {
      switch self {
      case .post, .user: 1
      case .like, .suggestion: 2
      case .flag: 3
      }
    }
  }

  package let order: Order
  package let keys: [Int64]

  package init(_ order: Order, _ keys: Int64...) {
    precondition(keys.count == order.keyCount, "A cursor has as many keys as its order.")
    self.order = order
    self.keys = keys
  }

  /// Reads what `text` wrote; nil for anything else.
  package init?(_ text: String) {
    guard let letter = text.first, let order = Order(rawValue: letter) else { return nil }
    let parts = text.dropFirst().split(separator: "-", omittingEmptySubsequences: false)
    let keys = parts.compactMap { UInt64($0, radix: 36).map { Int64(bitPattern: $0) } }
    guard keys.count == parts.count, keys.count == order.keyCount else { return nil }
    self.order = order
    self.keys = keys
    // `UInt64` also reads capitals, a plus sign and leading zeros.
    guard text == self.text else { return nil }
  }

  /// A key below zero, which only a damaged file has, is written as its bits.
  package var text: String {
    var text = String(order.rawValue)
    for (index, key) in keys.enumerated() {
      if index > 0 { text += "-" }
      text += String(UInt64(bitPattern: key), radix: 36)
    }
    return text
  }
}
