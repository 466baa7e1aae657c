/// One thing that is wrong in a network's file.
package enum Fault: Hashable, Sendable {
  /// A part of the file can't be what it should be, or can't be read.
  case damaged(Place)
  /// An index does not say what its table says.
  case index(String)
  /// A count that is kept differs from what it counts.
  case count(Subject, DerivedColumn, stored: Int64, actual: Int64)
  /// The last number given out is lower than the highest in use, or higher than any can be.
  case counter(String, stored: Int64, highest: Int64)
  /// Something refers to a thing that is not there.
  case orphan(Subject, missing: Subject)
  /// A follow of oneself, which is none.
  case selfFollow(user: Int64)
  /// Rows of a table that can be read, and break what the table demands.
  case breach(table: String)
  /// An edge that only one of its two directions knows.
  case oneSided(Subject, isInTable: Bool)
  /// A row that its table has lost, and that its indexes name still.
  case gone(Subject)
  /// The content of a row is not what was written.
  case changed(Subject)
  /// A full-text index does not say what its rows say.
  case words(String)
  /// A picture that nothing shows.
  case unshown(picture: Int64)
  /// A thumbnail that can't be one.
  case thumbnail(picture: Int64)
  /// A row that could not be read, or that contradicts others, and is missing from the new file.
  case lost(Subject)
  /// Rows of a table that could not be read, and are missing from the new file; how many is not
  /// known.
  case lostPart(table: String)
  /// What lay beside the file and was not read, or not all of it.
  case unread(Neighbour)
  /// The file is of another form than this program writes; what it doesn't know is missing from the
  /// new file.
  case otherForm
  /// A user of whom only number and handle were left.
  case bare(Subject)
  /// So many more of a sort, which are not listed.
  case rest(Sort, count: Int64)

  package enum Neighbour: String, Sendable {
    /// Damage cut something off, or a process that was killed left it; or the log is another
    /// file's, or is not there and was.
    case log
    /// It may belong to a change that did not end.
    case journal
  }

  /// Where damage is.
  package enum Place: Hashable, Sendable {
    case file
    case page(Int64)
    case table(String)
  }

  /// A thing in the file.
  package enum Subject: Hashable, Sendable {
    /// A user by number; the handle where one can be read.
    case user(Int64, handle: String?)
    case post(Int64)
    /// A post of which only the time is known.
    case postOf(time: Int64)
    case picture(Int64)
    case thumbnail(Int64)
    case readMark(Int64)
    case follow(Int64, Int64)
    /// A like; with what is stored as its time where its two directions may tell of different ones.
    case like(post: Int64, user: Int64, at: Int64? = nil)
    case flag(post: Int64, reporter: Int64)
  }
}
