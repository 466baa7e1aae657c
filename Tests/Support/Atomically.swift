import Synchronization

/// A value shared by threads of a test and changed by one at a time.
package final class Atomically<Value: Sendable>: Sendable {
  private let content: Mutex<Value>

  package init(_ value: Value) {
    content = Mutex(value)
  }

  package var value: Value { content.withLock { $0 } }

  package func change(_ body: @Sendable (inout Value) -> Void) {
    content.withLock { body(&$0) }
  }
}
