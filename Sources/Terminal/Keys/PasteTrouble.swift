/// Why what was pasted can't be taken.
package enum PasteTrouble: Sendable {
  /// It is longer than is kept.
  case tooLong
  case notUTF8
}
