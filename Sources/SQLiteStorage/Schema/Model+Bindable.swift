internal import Model
internal import SQLite

extension User.ID: Bindable {
  var sqlValue: SQLValue { .integer(number) }
}

extension Post.ID: Bindable {
  var sqlValue: SQLValue { .integer(number) }
}

extension Moment: Bindable {
  var sqlValue: SQLValue { .integer(microseconds) }
}

extension Handle: Bindable {
  var sqlValue: SQLValue { .text(text) }
}

extension Text: Bindable {
  var sqlValue: SQLValue { .text(string) }
}

/// The number of a picture in a file.
///
/// It derives from the content, so references to a lost picture never show another one. If the same
/// picture is kept again, they show it again.
struct PictureID: Hashable, Bindable {
  let number: Int64

  init(_ number: Int64) { self.number = number }

  /// The first number to try for a picture of this content; the next ones follow if it is taken.
  init(for hash: PictureHash) {
    number = max(1, hash.bytes.prefix(8).reduce(0) { $0 << 8 | Int64($1) } & Int64.max >> 1)
  }

  var next: PictureID { PictureID(number + 1) }

  var sqlValue: SQLValue { .integer(number) }
}
