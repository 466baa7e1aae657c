/// What is wrong with the variables the program was started with.
enum ConfigurationError: Error, Equatable {
  /// Neither `HOME` nor the variable that would do instead is set.
  case homeUnknown(instead: String)
  /// `PROFILECTL_USER` holds no handle.
  case badUser(String)
  /// A variable holds what it can't.
  case badValue(variable: String, value: String)
}
