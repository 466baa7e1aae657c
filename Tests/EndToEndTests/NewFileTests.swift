import Foundation
import Support
import Testing

/// Tests the errors of commands that cannot create their file.
@Suite struct NewFileTests {
  private let network: SmallNetwork
  private var program: Program { network.program }
  private var home: TemporaryFolder { network.program.home }

  /// Adds post 6 with a picture of one pixel.
  init() throws {
    network = try SmallNetwork()
    try home.write(NewFileTests.picture, to: "dot.gif")
    try program.succeed("post", "A dot", "--image", "dot.gif", "-q")
  }

  private static let picture: [UInt8] =
    Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]

  /// The commands that make a file, without its name.
  private static let makers = [
    ["backup"], ["view", "6", "--save"], ["doctor", "--salvage"], ["init", "--db"],
    ["seed", "--db"], ["create-user", "zoe", "--db"],
  ]

  @Test func `an empty input deletes no words`() throws {
    let answer = try program.run("edit-post", "6", input: "")
    #expect(answer.status == 65, "\(answer)")
    #expect(try program.succeed("view", "6").contains("A dot"))
    try program.succeed("edit-post", "6", "")
    #expect(try !program.succeed("view", "6").contains("A dot"))
  }

  @Test(arguments: makers) func `every command reports a missing folder in the same words`(
    words: [String]
  ) throws {
    let refusal = try Refusal.expect(
      "cannot_create", 73, from: program, words + ["no/such/x.db"])
    #expect(refusal?.message == "'no/such/x.db' can't be created: its folder does not exist.")
    #expect(refusal?.hint == "mkdir -p no/such")
  }

  @Test(arguments: makers, ["/proc/x.db", "link/x.db", "link/below/x.db", "net.db/x.db"])
  func `a folder that can't be created is not reported as missing`(words: [String], path: String)
    throws
  {
    #expect(symlink("nowhere", home.file("link")) == 0)
    let refusal = try Refusal.expect("cannot_create", 73, from: program, words + [path])
    #expect(refusal?.message.contains("its folder does not exist") == false)
  }

  @Test(arguments: makers, ["-wal", "-shm", "-journal", "-lock"])
  func `no command creates a file with the name of a database's side file`(
    words: [String], ending: String
  ) throws {
    let refusal = try Refusal.expect("cannot_create", 73, from: program, words + ["n\(ending)"])
    #expect(
      refusal?.message == "'n\(ending)' has the name of a file that lies beside a database.")
    #expect(refusal?.hint == nil)
  }

  @Test(arguments: makers) func `a name that is too long is refused without a hint`(
    words: [String]
  ) throws {
    let path = String(repeating: "x", count: 256)
    let refusal = try Refusal.expect("cannot_create", 73, from: program, words + [path])
    #expect(refusal?.hint == nil)
  }

  @Test func `a dangling link is refused with a hint to list it`() throws {
    #expect(symlink("nowhere", home.file("link")) == 0)
    for words in NewFileTests.makers where words.last == "--db" {
      let refusal = try Refusal.expect("cannot_create", 73, from: program, words + ["link"])
      #expect(refusal?.hint?.hasSuffix(" link") == true)
    }
    let refusal = try Refusal.expect(
      "database_missing", 66, from: program, ["users", "--db", "link"])
    #expect(refusal?.hint == "ls -l link")
  }

  @Test func `a name that is only a side file's ending is allowed`() throws {
    try program.succeed("backup", "./-wal")
    try program.succeed("view", "6", "--save=./-lock")
  }

  @Test func `a removed working folder is not reported as missing`() throws {
    let answer = try program.shell(
      """
      mkdir gone && cd gone && rmdir ../gone
      profilectl backup x.db; profilectl backup sub/x.db; profilectl view 6 --save x.gif
      """)
    #expect(answer.stderr.components(separatedBy: "can't be created: ").count == 4)
    #expect(!answer.stderr.contains("its folder does not exist"), "\(answer.stderr)")
  }

  @Test func `a database below a removed working folder is reported as missing`() throws {
    let answer = try program.shell(
      "mkdir gone && cd gone && rmdir ../gone && profilectl users --db ../net.db")
    #expect(answer.status == 66)
    #expect(answer.stderr.hasPrefix("Error: The database '../net.db' does not exist.\n"))
  }

  @Test(arguments: ["backup copy.db", "users", "post Hello"])
  func `a database removed during a script is reported as moved`(line: String) throws {
    let running = try program.start("run", "-")
    running.write("whoami\n")
    try running.read { !$0.isEmpty }
    for end in ["", "-wal", "-shm", "-lock"] { unlink(network.database + end) }
    running.write("\(line)\n")
    running.closeInput()
    let answer = try running.wait()
    #expect(answer.status == 74)
    #expect(answer.stderr.contains("was moved or replaced while it was open"), "\(answer.stderr)")
  }
}
