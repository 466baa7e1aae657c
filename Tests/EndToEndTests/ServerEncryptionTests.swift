import Foundation
import Support
import Testing

private let hasOpenSSL: Bool = {
  let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")
  if !isThere { print("note: tests of TLS are skipped: openssl is not installed.") }
  return isThere
}()

/// Tests connections with TLS and a password, to a server that asks for both.
@Suite(.enabled(if: PostgresServer.shared != nil && hasOpenSSL))
struct ServerEncryptionTests {
  private let server: PostgresServer
  private let folder: TemporaryFolder
  private let program: Program
  private let password = "s3cret/word"

  init() throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    try Self.makeCertificates(in: folder)
    server = try #require(
      try PostgresServer.another(
        certificate: folder.file("server.crt"), key: folder.file("server.key")))
    try server.run("ALTER ROLE net PASSWORD '\(password)'")
    var program = try Program(user: "alice")
    let url = try server.newDatabase()
    let database = try #require(URL(string: url)?.lastPathComponent)
    program.environment["PROFILECTL_DB"] =
      "postgres://net@localhost:\(server.port)/\(database)?sslmode=verify-full&sslrootcert=\(folder.file("ca.crt"))"
    program.environment["PGPASSWORD"] = password
    self.program = program
  }

  /// Two authorities, of which the first has signed for the server `localhost`.
  private static func makeCertificates(in folder: TemporaryFolder) throws {
    for name in ["ca", "other"] {
      try openssl(
        in: folder, "req", "-x509", "-newkey", "ec", "-pkeyopt",
        "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
        "/CN=\(name)",
        "-keyout", "\(name).key", "-out", "\(name).crt")
    }
    try openssl(
      in: folder, "req", "-newkey", "ec", "-pkeyopt",
      "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=localhost", "-keyout",
      "server.key",
      "-out", "server.csr")
    try folder.write("subjectAltName=DNS:localhost\n", to: "names")
    try openssl(
      in: folder, "x509", "-req", "-in", "server.csr", "-CA", "ca.crt", "-CAkey", "ca.key",
      "-CAcreateserial", "-days", "2", "-extfile", "names", "-out", "server.crt")
  }

  private static func openssl(in folder: TemporaryFolder, _ words: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = words
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    (process.standardOutput, process.standardError) = (
      FileHandle.nullDevice, FileHandle.nullDevice
    )
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "openssl \(words)")
  }

  @Test func `TLS with a checked certificate and a password serve a network`() throws {
    try program.succeed("init")
    try program.succeed("create-user", "alice", "bob")
    #expect(try program.succeed("users").contains("bob"))
    let encrypted = try program.succeed(
      "sql", "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()", "--format", "tsv")
    #expect(encrypted.contains("1"))
  }

  @Test(arguments: [
    ("localhost", "127.0.0.1", "bad_config", Int32(78)),
    ("ca.crt", "other.crt", "bad_config", 78), ("verify-full", "disable", "bad_config", 78),
    ("net@", "net:wrong@", "not_permitted", 77),
    ("net@", "nobody:wrong@", "not_permitted", 77),
  ])
  func `a server that is not the right one, and a wrong password, are refused`(
    part: String, other: String, code: String, status: Int32
  ) throws {
    var program = program
    let url = try #require(program.environment["PROFILECTL_DB"])
    program.environment["PROFILECTL_DB"] = url.replacing(part, with: other)
    let refusal = try Refusal.expect(code, status, from: program, ["init"])
    #expect(refusal?.message.contains("wrong") == false)
  }

  @Test func `a file of passwords that others can read is refused by name`() throws {
    try program.succeed("init")
    var program = program
    program.environment["PGPASSWORD"] = nil
    program.environment["PGPASSFILE"] = folder.file("passwords")
    try folder.write("localhost:*:*:net:\(password)\n", to: "passwords")
    chmod(folder.file("passwords"), 0o644)
    let refusal = try #require(try Refusal.expect("not_permitted", 77, from: program, ["users"]))
    #expect(refusal.message.contains("because others can read it"))
    chmod(folder.file("passwords"), 0o600)
    try program.succeed("users")
  }

  @Test func `a password is in no output, no argument, no child and no history`() throws {
    try program.succeed("init")
    try program.succeed("create-user", "alice")
    var program = program
    let seen = program.home.file("environment")
    for (name, last) in [("EDITOR", "echo hello >\"$1\""), ("PAGER", "cat")] {
      try program.home.write("#!/bin/sh\nenv >>\(seen)\n\(last)\n", to: name)
      chmod(program.home.file(name), 0o700)
      program.environment[name] = program.home.file(name)
    }
    for hasURL in [false, true] {
      if hasURL {
        program.environment["PGPASSWORD"] = nil
        program.environment["PROFILECTL_DB"] = program.environment["PROFILECTL_DB"]?.replacing(
          "net@", with: "net:s3cret%2Fword@")
      }
      let post = try PseudoTerminal(program, "post")
      #expect(try post.wait() == 0, "\(post.text)")
      let list = try PseudoTerminal(program, "help", "formatting", rows: 5)
      #expect(try list.wait() == 0)
      let kept = try String(contentsOfFile: seen, encoding: .utf8)
      #expect(kept.contains("HOME="))
      #expect(!kept.contains("s3cret"), "\(kept)")
      for words in [
        ["info"], ["backup", "x"], ["info", "--format", "ndjson"], ["show", "nobody"],
      ] {
        let answer = try program.run(words)
        #expect(!(answer.stdout + answer.stderr).contains("s3cret"))
      }
    }
    let repl = try program.run(
      "repl", input: "--db postgres://net:s3cret@localhost/x users\nwhoami\n")
    #expect(!(repl.stdout + repl.stderr).contains("s3cret"), "\(repl.stdout)\(repl.stderr)")
    for name in try FileManager.default.subpathsOfDirectory(atPath: program.home.path) {
      let text = try? String(contentsOfFile: program.home.file(name), encoding: .utf8)
      #expect(text?.contains("s3cret") != true, "\(name)")
    }
  }
}
