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
