import Synchronization

/// A value that several threads of a test share, protected by a mutex.
package final class SharedValue<Value: Sendable>: Sendable {
  private let content: Mutex<Value>

  package init(_ value: Value) {
    content = Mutex(value)
  }

  package var value: Value { content.withLock { $0 } }

  package func change(_ body: @Sendable (inout Value) -> Void) {
    content.withLock { body(&$0) }
  }
}
