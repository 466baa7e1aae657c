/// A contiguous part of a list.
package struct Page<Item: Sendable>: Sendable {
  package var entries: [Entry<Item>]
  /// Start of the next page; nil at the end of the list.
  package var next: Cursor?

  package init(entries: [Entry<Item>], next: Cursor?) {
    (self.entries, self.next) = (entries, next)
  }

  package var items: [Item] { entries.map(\.item) }
}

extension Page: Equatable where Item: Equatable {}

/// An item with its position in the list it was read from.
package struct Entry<Item: Sendable>: Sendable {
  package var item: Item
  package var cursor: Cursor

  package init(_ item: Item, at cursor: Cursor) {
    (self.item, self.cursor) = (item, cursor)
  }
}

extension Entry: Equatable where Item: Equatable {}

/// Which page of a list is read.
package struct PageRequest: Equatable, Sendable {
  package var limit: Int
  package var after: Cursor?
  /// Reverses the order of the list.
  package var isReversed: Bool
  /// Only lists of posts are filtered.
  package var filter: PostFilter

  package init(
    limit: Int, after: Cursor? = nil, isReversed: Bool = false, filter: PostFilter = PostFilter()
  ) {
    (self.limit, self.after, self.isReversed, self.filter) = (limit, after, isReversed, filter)
  }
}

/// A position in a list, from which a later page continues.
///
/// It holds the sort keys of one item, so inserting other items does not move it.
package struct Cursor: Hashable, Sendable {
  /// The meaning of the keys; a list refuses cursors of another order.
  package enum Order: Character, Sendable {
    /// Posts by time, where times are unique: [at].
    case post = "p"
    /// Posts by time, where posts of several authors share times: [at, id].
    case placedPost = "q"
    /// Users in the order they joined: [id].
    case user = "u"
    /// Posts by the time of the edge that leads to them, such as a like: [at, post].
    case like = "l"
    /// Flags by time: [at, post, reporter].
    case flag = "f"
    /// Suggestions by number of shared followees: [count, id].
    case suggestion = "s"
    /// Users by the time of the edge that leads to or from them: [at, id].
    case edge = "e"
    /// Posts by a count: [count, at].
    case count = "c"
    /// Posts of a conversation in pre-order: [post].
    case conversation = "t"
    /// Notices by time: [at, index of the kind in `Notice.Kind`, post or 0, actor].
    case notice = "n"
    /// Hashtags by number of posts: [count, last at, checksum of the tag].
    case hashtag = "h"

    fileprivate var keyCount: Int {
      switch self {
      case .post, .user, .conversation: 1
      case .placedPost, .like, .suggestion, .edge, .count: 2
      case .flag, .hashtag: 3
      case .notice: 4
      }
    }
  }

  package let order: Order
  package let keys: [Int64]

  package init(_ order: Order, _ keys: Int64...) {
    precondition(keys.count == order.keyCount, "A cursor has as many keys as its order.")
    (self.order, self.keys) = (order, keys)
  }

  /// Parses the result of `text`; nil for any other text.
  package init?(_ text: String) {
    guard let letter = text.first, let order = Order(rawValue: letter) else { return nil }
    let parts = text.dropFirst().split(separator: "-", omittingEmptySubsequences: false)
    let keys = parts.compactMap { UInt64($0, radix: 36).map { Int64(bitPattern: $0) } }
    guard keys.count == parts.count, keys.count == order.keyCount else { return nil }
    (self.order, self.keys) = (order, keys)
    // `UInt64` also reads capitals, a plus sign and leading zeros.
    guard text == self.text else { return nil }
  }

  /// A letter and the keys in base 36.
  ///
  /// A negative key, which only a damaged file has, is written as its bits.
  package var text: String {
    var text = String(order.rawValue)
    for (index, key) in keys.enumerated() {
      if index > 0 { text += "-" }
      text += String(UInt64(bitPattern: key), radix: 36)
    }
    return text
  }
}
