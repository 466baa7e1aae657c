/// One of the three streams a shell connects.
package enum StandardStream: Int32, Sendable, CaseIterable {
  case input, output, error
}
