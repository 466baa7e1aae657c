internal import Glibc

/// A pager program such as `less`, fed through a pipe.
package final class Pager {
  private let program: ForegroundProgram
  private var pipe: Int32?

  /// Starts a program found in `PATH`; nil if it can't be started.
  ///
  /// `variables` are added to the environment unless already set.
  package init?(_ words: [String], adding variables: [String: String] = [:]) {
    var ends: [Int32] = [-1, -1]
    guard !words.isEmpty, unsafe Glibc.pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    for (name, value) in variables { unsafe setenv(name, value, 0) }
    let program = ForegroundProgram(words, input: ends[0])
    close(ends[0])
    guard let program else {
      close(ends[1])
      return nil
    }
    self.program = program
    pipe = ends[1]
  }

  deinit {
    _ = finish()
  }

  /// Throws `closedPipe` after the pager has exited.
  package func write(_ bytes: [UInt8]) throws(ConsoleError) {
    guard let pipe else { throw .closedPipe(.output) }
    try Console.write(bytes, to: pipe, as: .output)
  }

  /// Closes the pipe, waits for the pager, and returns whether Ctrl-C ended it.
  package func finish() -> Bool {
    guard let pipe else { return false }
    self.pipe = nil
    close(pipe)
    let end = program.wait()
    return end.wasInterrupted && end.status != 0
  }
}
