/// A timeout or another failure of the harness, with the program's output so far.
package struct HarnessError: Error, CustomStringConvertible {
  package let description: String

  init(_ reason: String, output: [(String, [UInt8])]) {
    description =
      ([reason] + output.map { "\($0): \(String(decoding: $1, as: UTF8.self).debugDescription)" })
      .joined(separator: "\n")
  }
}
