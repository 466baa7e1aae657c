import Foundation
import Support
import Testing

/// Tests TAB at the prompt of the interactive shell.
@Suite struct ReplCompletionTests {
  @Test func `TAB completes like the completion of a shell`() throws {
    let home = try TemporaryFolder()
    var program = try Program(database: home.file("net.db"), user: "ana", home: home)
    program.environment["NO_COLOR"] = "1"
    _ = try program.run("create-user", "ana", "bob", "carl")
    _ = try program.run("--as", "bob", "post", "hello #bread")
    let terminal = try PseudoTerminal(program, "repl", columns: 100)
    try terminal.read { $0.contains("net.db> ") }
    let lines = [
      ("whoa\t\n", "@ana"),
      ("follow c\t\n", "@carl"),
      ("follows ana @car\t\n", "yes"),
      ("follows ana 'bo\t\n", "no"),
      ("show bob --tab=li\t\n", "likes"),
      ("view \t --fi\tte\t\n", "hello"),
      ("tag br\t--count\n", "1"),
      ("reply \t'fresh #br\t!'\n", "Posted #2."),
      ("post 'hi @car\t and more'\n", "hi @carl and more"),
      ("explore \t\t-n 1 --fields text\n", "hi @carl and more"),
    ]
    for (keys, answer) in lines {
      let start = terminal.text.count
      terminal.type(keys)
      try terminal.read { text in
        text.dropFirst(start).contains { $0.isNewline } && text.dropFirst(start).contains(answer)
          && text.hasSuffix("net.db> ")
      }
    }
    terminal.type("\u{4}")
    #expect(try terminal.wait() == 0)
  }

  @Test func `TAB inserts only shared letters and reports no total`() throws {
    let home = try TemporaryFolder()
    var program = try Program(database: home.file("net.db"), user: "bob", home: home)
    program.environment["NO_COLOR"] = "1"
    _ = try program.run(["create-user", "bob"] + (1...230).map { "a\($0)" })
    try home.write((1...30).map { "post 'number \($0)'\n" }.joined(), to: "posts.pctl")
    _ = try program.run("--as", "a1", "run", "posts.pctl")
    let terminal = try PseudoTerminal(program, "repl")
    try terminal.read { $0.contains("net.db> ") }
    terminal.type("show \t\t")
    try terminal.read {
      $0.contains("\nMore than 200 possibilities; type more of the word.") && $0.hasSuffix("show ")
    }
    terminal.type("b\t\n")
    try terminal.read { $0.contains("No posts yet.") }
    terminal.type("like \t\t")
    try terminal.read {
      $0.contains("30  @a1: number 30\r\n") && $0.contains("There are more; type")
        && $0.hasSuffix("like ")
    }
    terminal.type("\u{15}\u{4}")
    #expect(try terminal.wait() == 0)
  }

  @Test func `files are offered beside other values and quoted for the line`() throws {
    let home = try TemporaryFolder()
    let program = try Program(database: home.file("net.db"), user: "ana", home: home)
    _ = try program.run("create-user", "ana")
    for (name, text) in [("o'clock", "tick"), ("a b", "blank"), ("q\"$'x", "both")] {
      try home.write("post \"\(text)\"\n", to: "\(name).pctl")
    }
    try home.write("", to: "nice.png")
    let terminal = try PseudoTerminal(program, "repl", columns: 100)
    try terminal.read { $0.contains("net.db> ") }
    func type(_ keys: String, until isThere: (String) -> Bool) throws {
      let start = terminal.text.count
      terminal.type(keys)
      try terminal.read { isThere(String($0.dropFirst(start))) }
    }
    let lines = [
      ("run o\t", "\"o'clock.pctl\" "), ("run 'o\t", "\"o'clock.pctl\" "),
      ("run \"o'\t", "\"o'clock.pctl\" "), ("run o\\'c\t", "\"o'clock.pctl\" "),
      ("run a\t", "'a b.pctl' "),
      ("run q\t", "\"q\\\"\\$'x.pctl\" "), ("run \"q\\\"\t", "\"q\\\"\\$'x.pctl\" "),
    ]
    for (keys, word) in lines {
      try type(keys) { $0.contains(word) }
      try type("\n") { $0.contains("1 line: 1 done") && $0.hasSuffix("net.db> ") }
    }
    try type("edit-profile --avatar ni\t") { $0.contains("nice.png ") }
    try type("\u{15}edit-profile --avatar no\t") { $0.contains("none ") }
    try type("\u{15}edit-profile --avatar n\t\t") {
      $0.contains("nice.png") && $0.contains("none")
    }
    try type("\u{15}edit-profile --avatar \t\t") {
      !$0.contains("a b.pctl") && $0.contains("nice.png") && $0.contains("none")
    }
    terminal.type("\u{15}\u{4}")
    #expect(try terminal.wait() == 0)
  }

  /// The keys before TAB and the end of the completed line; `~` stands for the home folder.
  private static let files = [
    ("post --image=dol", "--image=dolphin.png "),
    ("view 3 --save=./dol", "--save=./dolphin.png "),
    ("edit-profile --avatar=fo", "--avatar=foo.png "),
    ("edit-profile --avatar=no", "--avatar=none "),
    ("edit-profile --avatar=my\\ fo", "--avatar='my fox.png' "),
    ("edit-profile --avatar='my fo", "--avatar='my fox.png' "),
    ("edit-profile '--avatar=my fo", "'--avatar=my fox.png' "),
    ("edit-profile --avatar my\\ fo", "--avatar 'my fox.png' "),
    ("edit-profile --avatar my\\ fa", "--avatar 'my face.png' "),
    ("edit-profile --avatar 'my'\\ fa", "--avatar 'my face.png' "),
    ("run my\\ pl", "run 'my place/"), ("run --keep-going=my\\ pl", "my\\ pl"),
    ("run my\\ place/", "run 'my place/my script.pctl' "),
    ("run ~/my\\ place/", "run '~/my place/my script.pctl' "),
    ("run ~/fo", "run ~/foo.png "), ("run ~ro", "run ~ro"),
    ("post hi\\ @a", "post hi\\ @ana"), ("post \"say \\\"hi\\\" @a", "\\\"hi\\\" @ana"),
    ("show --as='a", "--as='ana' "), ("edit-profile --avatar \\", "--avatar \\"),
  ]

  @Test func `files are offered after their option and in the home folder`() throws {
    let home = try TemporaryFolder()
    let program = try Program(database: home.file("net.db"), user: "ana", home: home)
    _ = try program.run("create-user", "ana")
    for name in ["my fox.png", "my face.png", "foo.png", "dolphin.png", "a"] {
      try home.write("", to: name)
    }
    try FileManager.default.createDirectory(
      atPath: home.file("my place"), withIntermediateDirectories: false)
    try home.write("post 'from home'\n", to: "my place/my script.pctl")
    let terminal = try PseudoTerminal(program, "repl", columns: 160)
    try terminal.read { $0.contains("net.db> ") }
    for (keys, word) in Self.files {
      let word = word.replacing("~/", with: home.path + "/")
      let start = terminal.bytes.count
      // Ctrl-L redraws the whole line.
      terminal.type("\u{15}\(keys)\t|\u{C}")
      let text = try terminal.read { _ in
        let rest = String(decoding: terminal.bytes.dropFirst(start), as: UTF8.self)
        return rest.contains("\u{1B}[2J") && rest.hasSuffix("|")
      }
      #expect(text.hasSuffix("\(word)|"), "\(keys)")
    }
    terminal.type("\u{15}run my\\ place/\t\n")
    try terminal.read { $0.contains("1 line: 1 done") && $0.hasSuffix("net.db> ") }
    terminal.type("run ~/my\\ place/\t\n")
    try terminal.read { $0.contains("Posted #2") && $0.hasSuffix("net.db> ") }
    terminal.type("\u{4}")
    #expect(try terminal.wait() == 0)
  }

  @Test func `files with invisible characters in their names are not offered`() throws {
    let home = try TemporaryFolder()
    let program = try Program(database: home.file("net.db"), home: home)
    _ = try program.run("create-user", "ana")
    let hidden: [UInt32] = [
      0xAD, 0x180E, 0x200B, 0x2060, 0x206F, 0xFEFF, 0xFFF9, 0xFFFB, 0x1D173, 0x1D17A, 0xFDD0,
      0xFDEF, 0xFFFE, 0xFFFF, 0x1FFFE, 0x10FFFF, 0xE0001, 0xE0FFF,
    ]
    for scalar in hidden.compactMap(Unicode.Scalar.init) {
      try home.write("", to: "fox\(Character(scalar))\(scalar.value)")
    }
    let accent = "\u{301}"
    try home.write("", to: "foxa" + String(repeating: accent, count: 8))
    try home.write("", to: "foxa" + String(repeating: accent, count: 7) + "z")
    let terminal = try PseudoTerminal(program, "repl", columns: 160)
    try terminal.read { $0.contains("net.db> ") }
    terminal.type("run fox\t|")
    try terminal.read { $0.contains("|") }
    #expect(terminal.text.hasSuffix("run foxa" + String(repeating: accent, count: 7) + "z |"))
    terminal.type("\u{15}\u{4}")
    #expect(try terminal.wait() == 0)
  }

  @Test func `a low window shows candidates in columns`() throws {
    let home = try TemporaryFolder()
    let program = try Program(database: home.file("net.db"), home: home)
    _ = try program.run("create-user", "ana", "bob")
    let terminal = try PseudoTerminal(program, "repl", rows: 8)
    try terminal.read { $0.contains("net.db> ") }
    terminal.type("unfo\t--f\t\t")
    try terminal.read { $0.contains("--fields  Print") }
    terminal.type("\u{15}--\t\t")
    try terminal.read { $0.contains("--as        --fields  ") && $0.hasSuffix("--") }
    terminal.type("\u{15}\u{4}")
    #expect(try terminal.wait() == 0)
  }
}
