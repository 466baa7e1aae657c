/// The time to wait for a network while others write it.
package struct Patience: Equatable, Sendable {
  package let seconds: Int

  package init(seconds: Int) {
    self.seconds = seconds
  }

  package var duration: Duration { .seconds(seconds) }
}

/// Coordinates signals with commits.
package struct Interrupts: Sendable {
  /// Called, on any thread, each time a commit can no longer be stopped.
  package let beforeCommit: @Sendable () -> Void
  /// Asked during waits and long reads; true cancels them.
  package let isAsked: @Sendable () -> Bool

  package init(
    beforeCommit: @escaping @Sendable () -> Void = {},
    isAsked: @escaping @Sendable () -> Bool = { false }
  ) {
    self.beforeCommit = beforeCommit
    self.isAsked = isAsked
  }
}
