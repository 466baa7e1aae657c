/// How much of what a line was to save is on the disk.
enum SavedPart: Equatable {
  case nothing
  /// So many of its items, and others were refused.
  case items(Int)
  case all

  static func part(of items: Int, isAll: Bool) -> SavedPart {
    if isAll { return .all }
    return items == 0 ? .nothing : .items(items)
  }
}
