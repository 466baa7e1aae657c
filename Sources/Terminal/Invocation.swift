import CTerminal
import Glibc

/// The command line of this process.
package enum Invocation {
  /// The arguments as bytes.
  ///
  /// `CommandLine.arguments` repairs invalid UTF-8 silently, and `CommandLine.unsafeArgv` first
  /// reads a file in /proc.
  package static var arguments: [[UInt8]] {
    let count = cterminal_argument_count()
    guard count > 1 else { return [] }
    return (1..<count).compactMap { index in
      guard let word = unsafe cterminal_argument(index) else { return nil }
      return unsafe [UInt8](UnsafeRawBufferPointer(start: word, count: strlen(word)))
    }
  }

  /// Ends the process; all output has been written.
  package static func end(with status: Int32) -> Never {
    exit(status)
  }
}

/// The descriptors 0, 1 and 2.
package enum StandardDescriptors {
  /// Opens the standard descriptors that are closed, and turns SIGPIPE and SIGXFSZ into write
  /// errors.
  ///
  /// It opens /dev/null, so that no later file gets the number, and read-only, so that writing
  /// output to it fails. Call this first.
  package static func secure() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      // open(2) returns the lowest free descriptor, and all lower ones are taken.
      _ = unsafe open("/dev/null", O_RDONLY)
    }
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

}
