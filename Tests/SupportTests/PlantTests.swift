import Support
import Testing

/// Tests `expectFound` and the scripts that plant faults.
@Suite struct PlantTests {
  @Test func `a fault that the check reports passes`() throws {
    try expectFound("red") { #expect(1 == 2, "red") }
    try expectFound("1 == 2") { #expect(1 == 2, "red") }
  }

  @Test func `a fault that the check does not report fails`() throws {
    withKnownIssue { try expectFound("red") {} }
  }

  @Test func `another fault does not count`() throws {
    try withKnownIssue {
      try expectFound("red") {
        #expect(1 == 2, "red")
        #expect(1 == 3, "green")
      }
    } matching: { issue in
      "\(issue)".contains("green")
    }
  }

  @Test func `a script that replaces the program can run it`() throws {
    let program = try Program.shell().replaced(by: #"profilectl "$@"; echo replaced; exit 9"#)
    let answer = try program.run("-c", #"echo "$0""#, "two words")
    #expect(answer == Answer(stdout: "two words\nreplaced\n", status: 9))
    #expect(try program.home.names() == [])
  }

  @Test func `a script after the program keeps its status`() throws {
    let program = try Program.shell().followed(by: "touch trace")
    #expect(try program.run("-c", "echo out; exit 9") == Answer(stdout: "out\n", status: 9))
    #expect(try program.home.names() == ["trace"])
  }
}
