extension Tongue {
  /// The first is spoken by more than its share.
  static let all = [
    english, japanese,
  ]
}
