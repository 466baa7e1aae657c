import Support
import Testing

/// Shows that a harness finds faults.
@Suite struct PlantTests {
  @Test func `a fault that is found is expected`() throws {
    try expectFound("red") { #expect(1 == 2, "red") }
    try expectFound("1 == 2") { #expect(1 == 2, "red") }
  }

  @Test func `a fault that is not found fails`() throws {
    withKnownIssue { try expectFound("red") {} }
  }

  @Test func `another fault is not taken for it`() throws {
    try withKnownIssue {
      try expectFound("red") {
        #expect(1 == 2, "red")
        #expect(1 == 3, "green")
      }
    } matching: { issue in
      "\(issue)".contains("green")
    }
  }

  @Test func `a script in the place of the program can start it`() throws {
    let program = try Program.shell().spoiled(by: #"profilectl "$@"; echo spoiled; exit 9"#)
    let answer = try program.run("-c", #"echo "$0""#, "two words")
    #expect(answer == Answer(stdout: "two words\nspoiled\n", status: 9))
    #expect(try program.home.names() == [])
  }

  @Test func `a script behind the program leaves its status`() throws {
    let program = try Program.shell().followed(by: "touch trace")
    #expect(try program.run("-c", "echo out; exit 9") == Answer(stdout: "out\n", status: 9))
    #expect(try program.home.names() == ["trace"])
  }
}
