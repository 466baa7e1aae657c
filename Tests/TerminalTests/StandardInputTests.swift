import Foundation
import Support
import Terminal
import Testing

@Suite struct StandardInputTests {
  private func input(
    _ text: String, longestLine: Int = 10, bufferSize: Int = 4
  ) -> (StandardInput, Pipe) {
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data(text.utf8))
    try? pipe.fileHandleForWriting.close()
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    return (
      StandardInput(descriptor: descriptor, longestLine: longestLine, bufferSize: bufferSize), pipe
    )
  }

  private func lines(_ text: String, bufferSize: Int) throws -> [String] {
    let (input, pipe) = input(text, bufferSize: bufferSize)
    defer { withExtendedLifetime(pipe) {} }
    var lines: [String] = []
    while let line = try input.nextLine() { lines.append(String(decoding: line, as: UTF8.self)) }
    return lines
  }

  @Test(arguments: 1...9)
  func `lines don't depend on how the bytes are cut`(bufferSize: Int) throws {
    let text = "ana\r\n\nbob\r\nc\rd\n0123456789\r\nend"
    let expected = ["ana", "", "bob", "c\rd", "0123456789", "end"]
    #expect(try lines(text, bufferSize: bufferSize) == expected)
  }

  @Test func `an empty input has no lines and a line feed has one`() throws {
    #expect(try lines("", bufferSize: 4) == [])
    #expect(try lines("\n", bufferSize: 4) == [""])
  }

  @Test func `a line that is too long is refused, and the next one is read`() throws {
    let (input, pipe) = input("ana\n0123456789x\nbob\n")
    defer { withExtendedLifetime(pipe) {} }
    #expect(try input.nextLine() == Array("ana".utf8))
    #expect(throws: InputError.lineTooLong(line: 2, limit: 10)) { try input.nextLine() }
    #expect(try input.nextLine() == Array("bob".utf8))
    #expect(input.lineNumber == 3)
    #expect(try input.nextLine() == nil)
  }

  @Test func `a line of a gigabyte does not grow the process`() async throws {
    await #expect(processExitsWith: .success) {
      let input = StandardInput(
        descriptor: StandardInputTests.longLine(pieces: 16_384), longestLine: 1_000)
      #expect(throws: InputError.lineTooLong(line: 1, limit: 1_000)) { try input.nextLine() }
      let hasGrown = try StandardInputTests.hasGrown()
      #expect(!hasGrown)
    }
  }

  /// Tests the check with a line that is kept in memory.
  @Test func `the check reports a line that grows the process`() async throws {
    await #expect(processExitsWith: .success) {
      let input = StandardInput(
        descriptor: StandardInputTests.longLine(pieces: 4_096), longestLine: 1 << 30,
        bufferSize: 1 << 20)
      let line = try input.nextLine()
      #expect(line?.count == 4_096 << 16)
      let hasGrown = try StandardInputTests.hasGrown()
      #expect(hasGrown)
    }
  }

  /// A pipe that delivers one line of `pieces` times 64 KiB.
  private static func longLine(pieces: Int) -> Int32 {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    let (readingEnd, writingEnd) = (ends[0], ends[1])
    Thread.detachNewThread {
      let piece = [UInt8](repeating: 0, count: 65_536)
      for _ in 0..<pieces { write(writingEnd, piece, piece.count) }
      close(writingEnd)
    }
    return readingEnd
  }

  /// Whether the peak memory of the process exceeds that of reading line by line.
  private static func hasGrown() throws -> Bool {
    // Unlike ru_maxrss, VmHWM starts at zero in a new program: proc(5).
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let kibibytes = peak?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? .max
    return kibibytes >= 200_000
  }

  @Test func `reading all input has a limit`() throws {
    let (short, first) = input("0123456789")
    #expect(try short.readAll(limit: 10) == Array("0123456789".utf8))
    let (long, second) = input("0123456789x")
    #expect(throws: InputError.tooLong(limit: 10)) { try long.readAll(limit: 10) }
    withExtendedLifetime((first, second)) {}
  }

  @Test func `the error of an unreadable descriptor has its errno`() {
    let input = StandardInput(descriptor: 9_999)
    #expect(throws: InputError.failed(errno: EBADF)) { try input.nextLine() }
  }
}
