import Support
import Testing

/// A run of a program in which one file operation failed.
struct FaultyRun {
  /// The failed operation; nil if the program was killed before it.
  let operation: Operation?
  let answer: Answer
  let number: Int

  init(operation: Operation?, answer: Answer, number: Int) {
    (self.operation, self.answer, self.number) = (operation, answer, number)
  }

  init(
    _ program: Program, _ words: [String], at number: Int, _ fault: FaultLibrary.Fault,
    isLasting: Bool = false
  ) throws {
    let logs = try TemporaryFolder()
    let faulty = try FaultLibrary.watching(
      program, log: logs.file("log"), at: number, fault, isLasting: isLasting)
    answer = try faulty.run(words)
    operation = try Operation.numbered(in: logs.bytes(of: "log")).dropFirst(number - 1).first
    self.number = number
  }

  /// The operation and the answer, for the message of a failed expectation.
  var place: Comment {
    let name = operation.map { "\($0)".prefix(200) } ?? "killed"
    return "operation \(number), \(name): \(answer)"
  }
}
