import Glibc

/// The three descriptors every process is meant to begin with.
package enum StandardDescriptors {
  /// Makes 0, 1 and 2 safe to use, and failing writes errors instead of signals.
  ///
  /// A closed one is opened on the null device, so that no file opened later gets its number;
  /// for reading only, so that an answer written into nothing is an error. To be called first.
  package static func secure() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      // open() gives the lowest free number, and all below this one are taken.
      _ = unsafe open("/dev/null", O_RDONLY)
    }
    _ = signal(SIGPIPE, SIG_IGN)
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// Whether so many more can be opened.
  package static func areFree(_ count: Int) -> Bool {
    let copies = (0..<count).map { _ in dup(STDERR_FILENO) }
    for copy in copies where copy >= 0 { close(copy) }
    return !copies.contains { $0 < 0 }
  }
}
