package import Model

/// One item of a bulk write: the value, and how it was typed.
package struct BulkItem<Value: Sendable>: Sendable {
  package let input: String
  package let value: Value

  package init(input: String, value: Value) {
    self.input = input
    self.value = value
  }
}

/// What became of each item, in the order they were given.
///
/// A failure is a `refused` item, or trouble with the file that kept the item from being tried.
package typealias BulkReport = [Result<Outcome, ServiceError>]
