internal import Model
internal import SQLite

extension Row {
  /// A time that is shown, brought into what can be stored: a damaged file may hold any number, and
  /// with one far outside no calendar could go on.
  borrowing func moment(_ column: Int) -> Moment {
    let storable = Moment.storable
    return min(max(Moment(microseconds: int64(column)), storable.lowerBound), storable.upperBound)
  }
}
