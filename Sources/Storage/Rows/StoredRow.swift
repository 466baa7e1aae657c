package import Model
package import SQLText

/// A row of a table as every engine stores it, or a part of its columns.
///
/// One function names each column once, for reading and for writing:
///
///     mutating func visit(_ columns: inout StoredColumns) {
///       columns.value("follower", &follower)
///       columns.value("followee", &followee)
///     }
package protocol StoredRow: Sendable {
  /// The name of the table in a file.
  static var table: Name { get }
  /// The columns that order the rows of the table.
  static var key: [Name] { get }

  init()
  /// Visits all columns, in the order of the table in a file.
  mutating func visit(_ columns: inout StoredColumns)
  /// Moves the time of the row if it must be unique and is taken.
  mutating func move(_ times: inout MovedTimes)
}

extension StoredRow {
  package init(_ row: inout ResultRow) {
    self.init()
    var columns = StoredColumns(.row(row))
    visit(&columns)
    if case .row(let read) = columns.use { row = read }
  }

  package static var columns: [Name] {
    var columns = StoredColumns(.names)
    var row = Self()
    row.visit(&columns)
    return columns.names
  }

  /// The values of the columns.
  package var values: [SQLValue] {
    var columns = StoredColumns(.values)
    var row = self
    row.visit(&columns)
    return columns.values
  }

  package mutating func move(_ times: inout MovedTimes) {}
}

/// The columns of a row, which a visit reads from a result, or gathers by name or value.
package struct StoredColumns {
  fileprivate enum Use {
    case row(ResultRow)
    case names, values
  }

  fileprivate private(set) var use: Use
  fileprivate private(set) var names: [Name] = []
  fileprivate private(set) var values: [SQLValue] = []

  fileprivate init(_ use: Use) {
    self.use = use
    if case .values = use { values.reserveCapacity(8) }
  }

  package mutating func value<Value: Storable>(_ name: Name, _ value: inout Value) {
    switch use {
    case .row(var row):
      value = row[.literal(name.literal)]
      use = .row(row)
    case .names: names.append(name)
    case .values: values.append(value.sqlValue)
    }
  }

  /// Nil is NULL.
  package mutating func value<Value: Storable>(_ name: Name, _ value: inout Value?) {
    switch use {
    case .row(var row):
      value = row[optional: .literal(name.literal)]
      use = .row(row)
    case .names: names.append(name)
    case .values: values.append(value.sqlValue)
    }
  }

  /// A time exactly as it is stored, even out of range.
  package mutating func value(_ name: Name, _ moment: inout Moment) {
    var time = moment.microseconds
    value(name, &time)
    moment = Moment(microseconds: time)
  }

  package mutating func value(_ name: Name, _ moment: inout Moment?) {
    var time = moment?.microseconds
    value(name, &time)
    moment = time.map { Moment(microseconds: $0) }
  }
}

/// Moves times so that no two rows have the same one, in the order of time.
package struct MovedTimes {
  package private(set) var count = 0
  private var last: Moment?
  private var conversation: Post.ID?

  package init() {}

  /// Moves a time; rows of different conversations may have the same one.
  package mutating func move(_ at: inout Moment, in conversation: Post.ID? = nil) {
    if let last, at <= last, conversation == self.conversation {
      at = Moment(microseconds: last.microseconds + 1)
      count += 1
    }
    (last, self.conversation) = (at, conversation)
  }
}
