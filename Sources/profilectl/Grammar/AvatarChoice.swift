/// What somebody wants on their card: a picture from a file, or none.
enum AvatarChoice: Equatable, Sendable {
  case noPicture
  case file(String)
}

extension ValueKind where Value == AvatarChoice {
  /// A file named `none` is meant by `./none`.
  static var avatar: ValueKind {
    ValueKind("file|none", completion: .files(or: "none")) { (typed, now) throws(ValueError) in
      let path = try ValueKind<String>.file.read(typed, now)
      return path == "none" ? .noPicture : .file(path)
    }
  }
}
