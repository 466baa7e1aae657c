/// A timeout with the program's output so far.
package struct Unanswered: Error, CustomStringConvertible {
  package let description: String

  init(_ reason: String, said: [(String, [UInt8])]) {
    description =
      ([reason] + said.map { "\($0): \(String(decoding: $1, as: UTF8.self).debugDescription)" })
      .joined(separator: "\n")
  }
}
