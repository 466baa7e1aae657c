internal import SQLite

/// The number a file knows a picture by, made of its content.
struct PictureID: Hashable, Bindable {
  let number: Int64

  init(_ number: Int64) { self.number = number }

  var sqlValue: SQLValue { .integer(number) }
}
