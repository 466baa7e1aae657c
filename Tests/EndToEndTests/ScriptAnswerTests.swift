import Support
import Testing

/// Tests the summary of a script and the reports of its lines.
@Suite struct ScriptAnswerTests {
  private let program: Program

  init() throws {
    var program = try Program()
    program.environment["PROFILECTL_DB"] = "net.db"
    _ = try program.run("create-user", "alice", "bob")
    self.program = program
  }

  private func run(_ lines: String..., with options: [String] = []) throws -> Answer {
    try program.home.write(lines.joined(separator: "\n") + "\n", to: "s.pctl")
    return try program.run(["run"] + options + ["s.pctl"])
  }

  @Test func `the summary counts undone lines`() throws {
    let answer = try run(
      "login alice", "follow bob", "follow nobody", "whoami", with: ["--atomic"])
    #expect(answer.status == 67)
    #expect(answer.stderr.hasSuffix("3 lines: 0 done, 0 unchanged, 1 refused, 2 undone\n"))
  }

  @Test(arguments: [[], ["--atomic"]])
  func `init reports that it made the database, although the script created the file`(
    options: [String]
  ) throws {
    let first = try run("init", "init", with: options + ["--verbose", "--db", "new.db"])
    #expect(first.stdout.contains("Made") && first.stdout.contains("Already there"))
    #expect(first.stderr.hasSuffix("2 lines: 1 done, 1 unchanged, 0 refused\n"))
    let second = try run("create-user zoe", "init", with: options + ["--db", "other.db"])
    #expect(!second.stdout.contains("Made"))
    let third = try run(
      "help init", "create-user zoe --dry-run", "init", with: options + ["--db", "third.db"])
    #expect(third.stdout.contains("Made"))
  }

  @Test(arguments: ["run inner", "run --atomic inner"])
  func `init after a nested script without writes reports that it made the database`(line: String)
    throws
  {
    try program.home.write("users\n", to: "inner")
    let answer = try run(line, "init", with: ["--atomic", "--db", "new.db"])
    #expect(answer.stdout.contains("Made"))
  }

  @Test func `a refusal in a line with --keep-going stops the script`() throws {
    let answer = try run("login alice", "follow bob nobody --keep-going", "logout")
    #expect(answer.status == 1)
    #expect(answer.stderr.contains("s.pctl:2: Error: There is no user 'nobody'."))
    #expect(answer.stderr.hasSuffix("2 lines: 1 done, 0 unchanged, 1 refused\n"))
    #expect(try program.run("follows", "alice", "bob").stdout == "yes\n")
  }

  @Test func `with --atomic such a line is undone and reported`() throws {
    let answer = try run(
      "login alice", "follow bob nobody --keep-going", "logout", with: ["--atomic"])
    #expect(answer.status == 67)
    #expect(answer.stderr.contains("s.pctl:2: Error: There is no user 'nobody'."))
    #expect(answer.stderr.hasSuffix("2 lines: 0 done, 0 unchanged, 1 refused, 1 undone\n"))
    #expect(try program.run("follows", "alice", "bob").stdout == "no\n")
  }

  @Test func `with --keep-going the script continues after such a line`() throws {
    let answer = try run(
      "login alice", "follow bob nobody --keep-going", "logout", with: ["--keep-going"])
    #expect(answer.status == 1)
    #expect(answer.stderr.hasSuffix("3 lines: 2 done, 0 unchanged, 1 refused\n"))
  }

  @Test func `JSON output has an item for each refused line`() throws {
    let answer = try run(
      "nonsense --x", "post 'open", "follow nobody --as alice", "follow bob --as alice",
      with: ["--keep-going", "--format", "ndjson", "--quiet"])
    let refused = answer.stdout.split(separator: "\n").filter { $0.contains("\"refused\",") }
    #expect(
      refused == [
        #"{"input":"nonsense --x","result":"refused","user":null,"post":null}"#,
        #"{"input":"post 'open","result":"refused","user":null,"post":null}"#,
        #"{"input":"follow nobody --as alice","result":"refused","user":null,"post":null}"#,
      ])
    #expect(
      answer.stdout.hasSuffix(
        #"{"lines":4,"done":1,"unchanged":0,"refused":3,"undone":0,"unknown":0}"# + "\n"))
  }

  @Test func `every kind of command without effect counts as unchanged`() throws {
    let answer = try run(
      "logout", "init", "login alice", "login alice", "follow bob", "follow bob", "logout",
      "logout",
      with: ["--verbose"])
    #expect(answer.stderr.hasSuffix("8 lines: 3 done, 5 unchanged, 0 refused\n"), "\(answer)")
    #expect(try run("logout", with: ["--as", "alice"]).stdout.contains("logged out"))
  }

  @Test func `a script that can't be read is reported without a line number`() throws {
    let answer = try program.shell("profilectl run - <.")
    #expect(answer.stderr.hasPrefix("-: Error: The script could not be read: it is a folder.\n"))
    #expect(answer.status == 74)
  }

  @Test(arguments: [
    ("users>file", ">"), ("users; whoami", ";"), ("whoami; users", ";"), ("whoami && users", "&&"),
    ("users|whoami", "|"), ("show bob >file", ">"), ("show bob>file", ">"), ("view 1|cat", "|"),
    ("follow bob; follow alice", ";"), ("login bob; whoami", ";"), ("like 1 2>&1", ">&"),
    ("users --limit 3; whoami", ";"), ("timeline --json>file", ">"), ("help users > file", ">"),
    ("users | head", "|"), ("search bread | head", "|"), ("users | head -3", "|"),
    ("search bread | head -3", "|"),
  ])
  func `shell operators are explained if they make a line fail`(line: String, sign: String) throws {
    let answer = try run(line)
    #expect(
      answer.stderr.contains("No line is given to a shell here, so '\(sign)' means nothing."),
      "\(answer.stderr)")
    #expect(answer.stderr.contains("Hint: profilectl help scripting\n"))
  }

  @Test(arguments: [
    "users ';x'", "post 'a; b' c", "post hello; whoami", "post 3 > 2", "sql select 1 > 0",
    "search '<3' x", "show nobody",
    "edit-profile --name \(String(repeating: "R&B;", count: 20))", "post 'a > b' --at soon",
  ])
  func `shell operators in a text are not mentioned`(line: String) throws {
    #expect(try !run("login alice", line).stderr.contains("No line is given to a shell"))
  }

  @Test func `a post without text does not read the script's input`() throws {
    let answer = try program.run("run", "--as", "alice", "-", input: "post\nusers\n")
    #expect(answer.status == 64)
    #expect(
      answer.stderr.hasPrefix("-:1: Error: A post needs a text or --image.\n"))
  }

  @Test func `a hint keeps the acting user of the script`() throws {
    let answer = try run("follow bbo", with: ["--as", "alice"])
    #expect(answer.stderr.contains("\nHint: profilectl --as alice follow bob\n"))
  }

  @Test func `a folder is refused as a script`() throws {
    let answer = try program.run("run", ".")
    #expect(answer.status == 66)
    #expect(answer.stderr.hasPrefix("Error: '.' is a folder, and no script.\n"))
  }

  @Test func `invalid UTF-8 is reported with its byte in the line`() throws {
    let line = Array("login alice\npost one tw".utf8) + [0xFF] + Array("o\n".utf8)
    try program.home.write(line, to: "s.pctl")
    let answer = try program.run("run", "s.pctl")
    #expect(answer.status == 65)
    #expect(
      answer.stderr.hasPrefix("s.pctl:2: Error: The line is not valid UTF-8 at byte 12.\n"))
  }

  @Test func `a line that is too long is reported with the name of its file`() throws {
    let answer = try run("post " + String(repeating: "x", count: 1_100_000), "whoami")
    #expect(answer.status == 65)
    #expect(
      answer.stderr.hasPrefix("s.pctl:1: Error: The line is longer than 1,048,576 bytes.\n"))
  }

  @Test func `an item that is too long is a refused item`() throws {
    let lines = "bob\n" + String(repeating: "x", count: 1_100_000) + "\ncarol\n"
    let words = ["create-user", "-", "--db", "new.db"]
    let all = try program.run(words, input: Array(lines.utf8))
    let message = "-:2: Error: The line is longer than 1,048,576 bytes."
    #expect(all == Answer(stdout: "", stderr: message + " Nothing was saved.\n", status: 65))
    let each = try program.run(words + ["--keep-going"], input: Array(lines.utf8))
    #expect(each.status == 1 && each.stderr == message + "\n")
    #expect(each.stdout == "bob\tcreated\ncarol\tcreated\n")
  }

  @Test func `a missing script is reported before any other script runs`() throws {
    try program.home.write("create-user zoe\n", to: "first")
    let answer = try program.run("run", "first", "second")
    #expect(answer.status == 66)
    #expect(answer.stderr == "Error: There is no script 'second'.\n")
    #expect(try program.run("users", "--count").stdout == "2\n")
  }

  /// The queries and the words of their errors.
  @Test(arguments: [
    ("SELECT id FROM users ORDER BY 9", "A number after ORDER BY or GROUP BY names no"),
    ("SELECT 1 UNION SELECT 1, 2", "different numbers of columns"),
    ("VALUES (1), (2, 3)", "different numbers of columns"),
    ("SELECT json_extract('{}', 'x')", "A value is read as JSON, but is not JSON."),
    ("SELECT [too big] FROM users", "There is no column 'too big'"),
    ("SELECT * FROM [malformed JSON]", "There is no table 'malformed JSON'"),
    ("SELECT id FROM users WHERE id 'too big'", "can't be understood at"),
    ("SELECT (SELECT 1, 2)", "different numbers of columns"),
    ("SELECT 1 LIMIT 'x'", "A value has the wrong type for its place."),
    ("SELECT json('{')", "A value is read as JSON, but is not JSON."),
    ("SELECT * FROM post_words WHERE post_words MATCH '\"'", "The words to search for"),
    ("SELECT * FROM post_words WHERE post_words MATCH 'a AND'", "The words to search for"),
    ("SELECT abs(-9223372036854775807 - 1)", "A value becomes too large."),
    ("SELECT hex(randomblob(2000000000))", "A value becomes too large."),
    ("SELECT * FROM pragma_table_info('users')", "The query may only read tables and compute."),
    ("SELECT load_extension('x')", "The query may only read tables and compute."),
    ("SELECT id FROM users WHERE row_number() OVER () = 1", "The function 'row_number'"),
  ])
  func `the fault of a query is explained`(query: String, message: String) throws {
    let answer = try program.run("sql", query)
    #expect(answer.status == 64 && answer.stderr.contains(message), "\(answer)")
  }

  @Test func `an endless line ends the script despite --keep-going`() throws {
    let answer = try program.run("run", "--keep-going", "/dev/zero")
    #expect(answer.status == 1)
    #expect(answer.stderr.contains("/dev/zero:1: Error: The line has no end within 1,073,741,824"))
    #expect(answer.stderr.hasSuffix("1 line: 0 done, 0 unchanged, 1 refused\n"))
  }

  @Test func `a login in a script says how long it lasts`() throws {
    #expect(try run("login bob").stdout == "You are @bob for the rest of the script.\n")
  }
}
