internal import Glibc

/// How the process ends; the program that started it knows the same numbers as `ChildStatus`.
enum ChildExit: Int32 {
  case done = 0
  case noLibrary = 40
  case noLoader = 41
  case undecodable = 42
  case tooMuchMemory = 43
  case tooLarge = 44
  case truncated = 45

  /// Everything that was loaded and allocated is the system's to take back.
  func leave() -> Never {
    _exit(rawValue)
  }
}
