internal import Model
internal import Storage

extension SharedTables {
  /// The number of the user or post of a thing, if it is there.
  func number(of thing: Thing) throws -> Int64? {
    switch thing {
    case .user(let name): try user(named: name)?.user.number
    case .post(let name): try post(named: name)?.post.number
    default: nil
    }
  }
}
