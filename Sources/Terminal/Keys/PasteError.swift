/// Why what was pasted can't be taken.
package enum PasteError: Sendable {
  /// It is longer than is kept.
  case tooLong
  case notUTF8
}
