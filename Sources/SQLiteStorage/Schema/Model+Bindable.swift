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

/// The number a file knows a picture by.
///
/// It comes of the content: where a row was lost, what refers to it never shows another picture,
/// and shows the same one when that is kept again.
struct PictureID: Hashable, Bindable {
  let number: Int64

  init(_ number: Int64) { self.number = number }

  /// The first to try for a picture of this content; one that is taken makes way to the next.
  init(for hash: PictureHash) {
    number = max(1, hash.bytes.prefix(8).reduce(0) { $0 << 8 | Int64($1) } & Int64.max >> 1)
  }

  var next: PictureID { PictureID(number + 1) }

  var sqlValue: SQLValue { .integer(number) }
}
