import Files

/// Why a script can't be read at all.
enum ScriptError: Error, Equatable {
  case missing(String)
  case isDatabase(String)
  case isFolder(String)
  case unreadable(FileError)
  /// Scripts may run scripts, but not without end.
  case tooDeep(String)
  /// The system has none to read lines with.
  case noThread
}
