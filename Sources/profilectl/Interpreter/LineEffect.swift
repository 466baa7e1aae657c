/// What a line did.
enum LineEffect: Equatable {
  /// It changed something, or only asked.
  case done
  /// All it wanted was so already.
  case unchanged
  /// Some of it was refused while the rest went on.
  case refused
}
