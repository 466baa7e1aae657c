/// The part of a line's changes that is on the disk.
enum SavedPart: Equatable {
  case nothing
  /// This many items; the others were refused.
  case items(Int)
  case all

  static func part(of items: Int, isAll: Bool) -> SavedPart {
    if isAll { return .all }
    return items == 0 ? .nothing : .items(items)
  }
}
