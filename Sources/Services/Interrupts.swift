/// How a signal and a commit keep out of each other's way.
package struct Interrupts: Sendable {
  /// Called, on any thread, each time a commit can no longer be stopped.
  let beforeCommit: @Sendable () -> Void
  /// Asked while others are waited for, and while reading goes on; true gives it up.
  let isAsked: @Sendable () -> Bool

  package init(
    beforeCommit: @escaping @Sendable () -> Void = {},
    isAsked: @escaping @Sendable () -> Bool = { false }
  ) {
    self.beforeCommit = beforeCommit
    self.isAsked = isAsked
  }
}
