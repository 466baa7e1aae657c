/// How long to wait for a file that others are writing.
package struct Patience: Equatable, Sendable {
  package let seconds: Int

  package init(seconds: Int) {
    self.seconds = seconds
  }

  var duration: Duration { .seconds(seconds) }
}
