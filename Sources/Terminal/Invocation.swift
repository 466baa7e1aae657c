import CTerminal
import Glibc

/// How this process was started.
package enum Invocation {
  /// The words after the program's name as the bytes they are.
  ///
  /// `CommandLine.arguments` would repair bad UTF-8 without saying so, and `CommandLine.unsafeArgv`
  /// reads a file under /proc first.
  package static var arguments: [[UInt8]] {
    let count = cterminal_argument_count()
    guard count > 1 else { return [] }
    return (1..<count).compactMap { index in
      guard let word = unsafe cterminal_argument(index) else { return nil }
      return unsafe [UInt8](UnsafeRawBufferPointer(start: word, count: strlen(word)))
    }
  }

  /// Ends this process; what was to be written has been written.
  package static func end(with status: Int32) -> Never {
    exit(status)
  }
}
