internal import Model
internal import Postgres

extension PostgresRow {
  borrowing func optionalInt64(_ column: Int) -> Int64? {
    isNull(column) ? nil : int64(column)
  }

  borrowing func postID(_ column: Int) -> Post.ID? {
    isNull(column) ? nil : Post.ID(int64(column))
  }

  /// A time that is shown, brought into what can be stored.
  borrowing func moment(_ column: Int) -> Moment {
    let storable = Moment.storable
    return min(max(Moment(microseconds: int64(column)), storable.lowerBound), storable.upperBound)
  }
}
