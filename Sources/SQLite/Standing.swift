/// Where a process stands that has a file and its log open.
enum Standing {
  /// Everybody else sees what it does.
  case inPlace
  /// Nobody does, and nobody has written the file since: what the log holds may be brought into it.
  case hidden
  /// Others may have gone on without it: what the log holds belongs to the file as it was before.
  case left
}
