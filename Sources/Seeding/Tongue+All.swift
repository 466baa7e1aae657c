extension Tongue {
  /// The first is spoken by more than its share.
  static let all = [
    english, spanish, french, german, russian, ukrainian, greek, arabic, hebrew, hindi, japanese,
    korean, chinese,
  ]
}
