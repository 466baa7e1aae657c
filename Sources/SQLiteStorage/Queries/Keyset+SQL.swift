internal import Model
internal import SQLText
internal import Storage

/// The parts of a statement that reads a page.
///
/// Their text depends on the direction alone, which keeps statements in the cache.
extension Keyset {
  var isBeyond: SQL { isAscending ? ">" : "<" }
  /// The comparison of a key with a limit of the page, in the direction of the page.
  var isWithin: SQL { isAscending ? "<=" : ">=" }
  /// A limit beyond all keys, in the direction of the page.
  var farthest: Int64 { isAscending ? .max : .min }
  var direction: SQL { isAscending ? "ASC" : "DESC" }

  /// The keys after the cursor in the period of a filter; `key` is a time.
  ///
  /// The condition is one range, so that posts outside the period are not scanned.
  func range(of key: SQL, _ filter: PostFilter) -> SQL {
    if filter.since == nil, filter.until == nil { return "\(key) \(isBeyond) \(self.key())" }
    let since = filter.since?.microseconds ?? .min
    let until = filter.until?.microseconds ?? .max
    if isAscending {
      let start = since == .min ? self.key() : max(self.key(), since - 1)
      return "\(key) > \(start) AND \(key) < \(until)"
    }
    return "\(key) < \(min(self.key(), until)) AND \(key) >= \(since)"
  }
}
