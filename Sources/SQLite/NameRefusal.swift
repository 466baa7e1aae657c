/// Why a file did not get the name of a database.
enum NameRefusal: Error {
  /// Something has the name.
  case taken
  /// A log lies there, which would be taken for that of the new file.
  case foreignLog
  case system(Errno)
  /// It has the name, and is not known to keep it after a loss of power.
  case unsettled(Errno)
}
