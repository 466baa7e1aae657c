package import Model

/// The values of the current row of a result, by the index of their column.
///
/// Values convert as in SQLite: NULL reads as 0, an empty text or an empty blob.
package protocol RowValues: AnyObject {
  func isNull(_ place: Int32) -> Bool
  func int64(_ place: Int32) -> Int64
  func double(_ place: Int32) -> Double
  func text(_ place: Int32) -> String
  func bytes(_ place: Int32) -> [UInt8]
}

/// A type whose values an engine stores in a column.
package protocol Storable: Bindable {
  init(_ values: any RowValues, at place: Int32)
}

extension Int64: Storable {
  package init(_ values: any RowValues, at place: Int32) { self = values.int64(place) }
}

extension Int: Storable {
  package init(_ values: any RowValues, at place: Int32) { self = Int(values.int64(place)) }
}

extension Bool: Storable {
  package init(_ values: any RowValues, at place: Int32) { self = values.int64(place) != 0 }
}

extension Double: Storable {
  package init(_ values: any RowValues, at place: Int32) { self = values.double(place) }
}

extension String: Storable {
  package init(_ values: any RowValues, at place: Int32) { self = values.text(place) }
}

extension [UInt8]: Storable {
  package init(_ values: any RowValues, at place: Int32) { self = values.bytes(place) }
}

extension User.ID: Storable {
  package init(_ values: any RowValues, at place: Int32) { self.init(values.int64(place)) }
}

extension Post.ID: Storable {
  package init(_ values: any RowValues, at place: Int32) { self.init(values.int64(place)) }
}

extension PictureID: Storable {
  package init(_ values: any RowValues, at place: Int32) { self.init(values.int64(place)) }
}

extension Handle: Storable {
  package init(_ values: any RowValues, at place: Int32) { self.init(stored: values.text(place)) }
}

extension Moment: Storable {
  /// Clamps the time to the storable range, because a damaged file may have any number.
  package init(_ values: any RowValues, at place: Int32) {
    let range = Moment.storable
    let moment = Moment(microseconds: values.int64(place))
    self = min(max(moment, range.lowerBound), range.upperBound)
  }
}
