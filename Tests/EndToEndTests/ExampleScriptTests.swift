import Foundation
import Support
import Testing

/// Tests the scripts in `Scripts/examples` in a clean environment.
@Suite struct ExampleScriptTests {
  /// A program whose shell finds `profilectl` in its path.
  private func home() throws -> Program {
    var program = try Program()
    let built = URL(fileURLWithPath: Program.built).deletingLastPathComponent().path
    program.environment["PATH"] = "\(built):\(program.environment["PATH"] ?? "/usr/bin:/bin")"
    program.environment["EXAMPLES"] = Repository.path + "/Scripts/examples"
    return program
  }

  @Test func `classroom makes a class whose pupils follow the teacher`() throws {
    let program = try home()
    let answer = try program.shell("$EXAMPLES/classroom class.db")
    #expect(answer.status == 0 && answer.stderr.isEmpty, "\(answer.testDescription)")
    let teacher = try program.run("--db", "class.db", "--as", "teacher", "friends", "--count")
    #expect(teacher.stdout == "5\n")
    let likes = try program.run("--db", "class.db", "sql", "SELECT count(*) FROM likes")
    #expect(likes.stdout == "3\n")
  }

  @Test func `company makes a company once, and a second run changes nothing`() throws {
    let program = try home()
    let answer = try program.shell("$EXAMPLES/company firm.db")
    #expect(answer.status == 0 && answer.stderr.isEmpty, "\(answer.testDescription)")
    #expect(try program.run("--db", "firm.db", "following", "ines", "--count").stdout == "5\n")
    // The users of the first run exist, so the second changes nothing.
    #expect(try program.shell("$EXAMPLES/company firm.db").status == 65)
    #expect(try program.run("--db", "firm.db", "explore", "--count").stdout == "2\n")
  }

  @Test func `introductions prints a user's follows and suggestions`() throws {
    let program = try home()
    #expect(try program.shell("$EXAMPLES/company firm.db").status == 0)
    #expect(try program.run("--db", "firm.db", "--as", "yuki", "follow", "omar").status == 0)
    let answer = try program.shell("$EXAMPLES/introductions firm.db omar")
    #expect(answer.status == 0 && answer.stderr.isEmpty, "\(answer.testDescription)")
    #expect(
      answer.stdout == """
        omar follows ines already
        omar follows piotr already
        omar follows lena already
        yuki\tfollowed
        to meet: tomas, followed by 2 of yours

        """)
  }

  @Test func `introductions of an unknown user fails with one error`() throws {
    let program = try home()
    #expect(try program.shell("$EXAMPLES/company firm.db").status == 0)
    let answer = try program.shell("$EXAMPLES/introductions firm.db nobodyxx")
    #expect(answer.status == 67 && answer.stdout.isEmpty, "\(answer.testDescription)")
    #expect(answer.stderr.split(separator: "\n").count { $0.hasPrefix("Error:") } == 1)
  }

  @Test(arguments: ["classroom", "company", "introductions"])
  func `a script without arguments prints its use`(script: String) throws {
    let answer = try home().shell("$EXAMPLES/\(script)")
    #expect(answer.status == 64 && answer.stdout.isEmpty, "\(answer.testDescription)")
    #expect(answer.stderr.hasPrefix("Use: \(script) DATABASE"), "\(answer.stderr)")
  }
}
