import Foundation
import Support
import Testing

/// Tests the error codes of the contract's §4 and their exit statuses.
@Suite struct ErrorCodeTests {
  private static let table: [(line: String, code: String, status: Int32)] = [
    ("follow", "usage", 64), ("folow bob", "usage", 64), ("users --limit x", "usage", 64),
    ("delete-user bob", "usage", 64), ("like one", "usage", 64), ("sql DELETE", "usage", 64),
    ("users --after phi4b2lhxc0", "usage", 64), ("users --fields nobody", "usage", 64),
    ("follow bob b!b", "bad_value", 65), ("edit-profile --name a\u{7}b", "bad_value", 65),
    ("create-user alice", "user_exists", 65), ("edit-profile --rename bob", "user_exists", 65),
    ("post ", "empty_post", 65),
    ("users --db nowhere.db", "database_missing", 66),
    ("follow bob --db nowhere.db", "database_missing", 66),
    ("run nowhere.pctl", "file_missing", 66),
    ("show nobody", "no_such_user", 67), ("follow bob nobody", "no_such_user", 67),
    ("timeline --as nobody", "no_such_user", 67), ("login nobody", "no_such_user", 67),
    ("delete-user nobody --yes", "no_such_user", 67),
    ("view 99", "no_such_post", 67), ("like 4 99", "no_such_post", 67),
    ("view 3 --as bob", "no_such_post", 67), ("delete-post 1 99 --yes", "no_such_post", 67),
    ("post --alt x hello", "usage", 64), ("post --image nowhere.png", "file_missing", 66),
    ("post --image .", "bad_picture", 65), ("post --image net.db", "bad_picture", 65),
    ("post --image /dev/zero", "bad_picture", 65),
    ("import nowhere.zip", "file_missing", 66), ("import net.db", "bad_archive", 65),
    ("import /dev/null", "bad_archive", 65),
    ("export x --to csv --user nobody", "no_such_user", 67),
    ("export nowhere/x.ndjson", "cannot_create", 73), ("export - --to csv", "usage", 64),
    ("edit-profile --avatar nowhere.png", "file_missing", 66),
    ("edit-profile --avatar net.db", "bad_picture", 65),
    ("view 2 --save cat.png", "file_missing", 66), ("view 99 --save cat.png", "no_such_post", 67),
    ("view 3 --as bob --save cat.png", "no_such_post", 67),
    ("init --db nowhere/net.db", "cannot_create", 73),
    ("create-user zoe --db nowhere/net.db", "cannot_create", 73),
    ("delete-post 2 --yes", "not_yours", 77), ("show bob --tab private", "not_yours", 77),
    ("follow bob alice", "self", 77), ("flag 1", "self", 77),
  ]

  @Test(arguments: table)
  func `a line is refused`(line: String, code: String, status: Int32) throws {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    try Refusal.expect(code, status, from: SmallNetwork().program, words)
  }

  @Test(arguments: table)
  func `the hint of a refused line can be typed`(
    line: String, code: String, status: Int32
  ) throws {
    let program = try SmallNetwork().program
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let hint = try Refusal.parse(program.run(words + ["--json"]).stderr)?.hint ?? ""
    guard hint.hasPrefix("profilectl ") else { return }
    let next = Array(try ShellWords.split(hint, variables: [:]).dropFirst())
    let answer = try program.run(next, input: [])
    #expect(answer.status != 64 && answer.status != 70, "\(line): \(hint): \(answer)")
  }

  @Test(arguments: [
    "timeline", "timeline --new", "suggest", "whoami", "show", "followers", "following", "friends",
    "follow bob", "unfollow bob", "like 1", "unlike 1", "post hello", "flag 1", "follows bob",
    "edit-profile --name X", "delete-post 1 --yes",
  ])
  func `without a login, commands that need a user are refused`(line: String) throws {
    let program = try SmallNetwork(user: nil).program
    try Refusal.expect(
      "no_current_user", 78, from: program, line.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    "users", "show bob", "explore", "followers bob", "following bob", "friends bob", "flags",
    "follows alice bob", "search bread", "view 1", "likers 1", "info", "create-user zoe",
    "delete-user bob --yes",
  ])
  func `without a login, commands that need no user work`(line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    try SmallNetwork(user: nil).program.succeed(words)
  }

  @Test(arguments: [
    ["PROFILECTL_USER": "b!b"], ["PROFILECTL_NOW": "soon"], ["XDG_STATE_HOME": "", "HOME": ""],
  ])
  func `invalid variables are refused`(variables: [String: String]) throws {
    var program = try SmallNetwork(user: nil).program
    program.environment.merge(variables) { $1 }
    try Refusal.expect("bad_config", 78, from: program, ["timeline"])
  }

  @Test(arguments: [
    ["help", "environment"], ["--help"], ["users", "-h"], ["--version"], ["completions", "bash"],
    ["users", "--now", "2026-01-01"],
  ])
  func `commands that need no clock work with an invalid one`(words: [String]) throws {
    var program = try SmallNetwork(user: nil).program
    program.environment["PROFILECTL_NOW"] = "soon"
    #expect(try program.succeed(words) != "")
    try Refusal.expect("usage", 64, from: program, ["nosuch"])
  }

  @Test func `a missing acting user is reported once, without the number of a line`() throws {
    let program = try SmallNetwork(user: nil).program
    for options in [[], ["--keep-going"], ["--dry-run"], ["--dry-run", "--keep-going"]] {
      let input = Array("bob\ndave\n".utf8)
      let nobody = try program.run(["follow", "-"] + options, input: input)
      #expect(nobody.status == 78)
      #expect(nobody.stderr == "Error: No user is logged in.\nHint: profilectl login alice\n")
      let ghost = try program.run(["unfollow", "-", "--as", "ghost"] + options, input: input)
      #expect(ghost.status == 67)
      #expect(ghost.stderr.hasPrefix("Error: There is no user 'ghost'.\n"))
      #expect(ghost.stderr.split(separator: "\n").count <= 2)
    }
  }

  @Test func `a field that is already chosen is not suggested`() throws {
    let program = try SmallNetwork().program
    let answer = try program.run("users", "--fields", "username,usrname")
    #expect(answer.status == 64)
    #expect(!answer.stderr.contains("username,username"))
    let other = try program.run("users", "--fields", "name,usrname")
    #expect(other.stderr.contains("Hint: profilectl users --fields name,username\n"))
  }

  @Test(arguments: [("@zed\nzed\nzed\n", 2), ("zed\n\n@zed\n", 3), ("amy\nzed\nzed\namy\n", 3)])
  func `a repeated name is reported at its second line`(names: String, line: Int) throws {
    let program = try SmallNetwork().program
    let answer = try program.run(["create-user", "-"], input: Array(names.utf8))
    #expect(answer.status == 65)
    #expect(answer.stderr.hasPrefix("-:\(line): Error: "))
  }

  @Test func `a line of input that is too long is refused`() throws {
    let long = String(repeating: "a", count: 1 << 20) + "a\n"
    let program = try SmallNetwork().program
    let answer = try program.run(["follow", "-", "--json"], input: Array(long.utf8))
    #expect(answer.status == 65 && answer.stdout == "")
    #expect(try Refusal.parse(answer.stderr)?.code == "bad_line")
  }

  @Test func `a text that is not UTF-8 is refused with the byte offset`() throws {
    let program = try SmallNetwork().program
    let answer = try program.run(bytes: [Array("post".utf8), Array("caf".utf8) + [0xE9]])
    #expect(answer.status == 65)
    #expect(answer.stderr.hasPrefix("Error: The text is not valid UTF-8 at byte offset 3."))
  }

  @Test(arguments: ["users", "explore", "show", "info", "whoami", "help"])
  func `an answer that can't be written is an error`(command: String) throws {
    var program = try SmallNetwork().program
    for full in [Program.Redirection.file("/dev/full"), .closed] {
      program.redirections = [1: full]
      try Refusal.expect("output_failed", 74, from: program, [command])
    }
  }

  @Test func `a closed input counts as empty`() throws {
    var program = try SmallNetwork().program
    program.redirections = [0: .closed]
    try Refusal.expect("empty_post", 65, from: program, ["post"])
  }

  @Test func `the database never gets the number of a closed output`() throws {
    var program = try SmallNetwork().program
    program.redirections = [0: .closed, 1: .closed, 2: .closed]
    #expect(try program.run("post", "Hello").status == 74)
    program.redirections = [:]
    #expect(try program.succeed("search", "hello", "--count") == "1\n")
  }

  @Test func `a confirmation that can't be written says that the change was saved`() throws {
    var program = try SmallNetwork().program
    program.redirections = [1: .file("/dev/full")]
    let answer = try program.run("post", "Hello", "--json")
    #expect(answer.status == 74)
    let refusal = try Refusal.parse(answer.stderr)
    #expect(refusal?.code == "output_failed")
    #expect(refusal?.message.hasPrefix("Saved, but ") == true)
    program.redirections = [:]
    #expect(try program.succeed("search", "hello", "--count") == "1\n")
  }
}
