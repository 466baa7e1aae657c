internal import Glibc

/// How this process was started.
package enum Invocation {
  /// The words after the program's name as the bytes they are.
  ///
  /// `CommandLine.arguments` would repair bad UTF-8 without saying so.
  package static var arguments: [[UInt8]] {
    let count = Int(CommandLine.argc)
    guard count > 1 else { return [] }
    return (1..<count).compactMap { index in
      guard let word = unsafe CommandLine.unsafeArgv[index] else { return nil }
      var bytes: [UInt8] = []
      var length = 0
      while unsafe word[length] != 0 { length += 1 }
      bytes.reserveCapacity(length)
      for offset in 0..<length { bytes.append(UInt8(bitPattern: unsafe word[offset])) }
      return bytes
    }
  }

  /// Ends this process; what was to be written has been written.
  package static func end(with status: Int32) -> Never {
    exit(status)
  }
}
