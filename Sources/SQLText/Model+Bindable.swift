package import Model

extension User.ID: Bindable {
  package var sqlValue: SQLValue { .integer(number) }
}

extension Post.ID: Bindable {
  package var sqlValue: SQLValue { .integer(number) }
}

extension Moment: Bindable {
  package var sqlValue: SQLValue { .integer(microseconds) }
}

extension Handle: Bindable {
  package var sqlValue: SQLValue { .text(text) }
}

extension Text: Bindable {
  package var sqlValue: SQLValue { .text(string) }
}

extension PictureID: Bindable {
  package var sqlValue: SQLValue { .integer(number) }
}
