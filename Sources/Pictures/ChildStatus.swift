/// The exit statuses of `profilectl-picture`, which has the same list in its `ChildExit`.
enum ChildStatus {
  static let done: Int32 = 0
  static let noLibrary: Int32 = 40
  static let noLoader: Int32 = 41
  static let undecodable: Int32 = 42
  static let tooMuchMemory: Int32 = 43
  /// The decoder finds another size in the file than its header told us.
  static let tooLarge: Int32 = 44
  /// The data of the pixels end before the picture does.
  static let truncated: Int32 = 45
}
