/// How a signal and a commit keep out of each other's way.
package struct Interrupts: Sendable {
  /// Called, on another thread, each time a commit can no longer be stopped.
  let beforeCommit: @Sendable () -> Void
  /// Asked while a write waits for others; true gives the write up.
  let isAsked: @Sendable () -> Bool

  package init(
    beforeCommit: @escaping @Sendable () -> Void = {},
    isAsked: @escaping @Sendable () -> Bool = { false }
  ) {
    self.beforeCommit = beforeCommit
    self.isAsked = isAsked
  }
}
