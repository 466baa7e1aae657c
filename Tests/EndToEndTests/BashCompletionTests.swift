import Foundation
import Support
import Testing

/// Tests the completion script for bash in a real bash.
@Suite struct BashCompletionTests {
  private let bash: Support.Program

  init() throws {
    let home = try TemporaryFolder()
    let program = try Program(database: home.file("net.db"), user: "ana", home: home)
    _ = try program.run("create-user", "ana", "bob", "bobby", "carl")
    _ = try program.run("post", "first")
    _ = try program.run("post", "second")
    try FileManager.default.createDirectory(
      atPath: home.file("my place"), withIntermediateDirectories: false)
    _ = try program.run("--db", "my place/net.db", "create-user", "zoe")
    try home.write("", to: "it's")
    var bash = program
    bash.executable = "/bin/bash"
    let folder = URL(fileURLWithPath: Program.built).deletingLastPathComponent().path
    bash.environment["PATH"] = "\(folder):/usr/bin:/bin"
    self.bash = bash
  }

  /// Sets the variables that readline sets for a completion function, and prints its answer.
  private static let script = """
    source <(profilectl completions bash) || exit
    COMP_WORDBREAKS=$' \\t\\n"\\'@><=;|&(:'
    COMP_LINE=$1 COMP_POINT=$2
    shift 2
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
    _profilectl profilectl
    for word in "${COMPREPLY[@]}"; do printf '%s\\n' "$word"; done
    """

  /// The candidates for a line of these bash words; `rest` follows the cursor.
  private func offer(_ line: String, _ words: String..., rest: String = "") throws -> [String] {
    let answer = try bash.run(
      ["--norc", "--noprofile", "-c", Self.script, "bash", line + rest, "\(line.count)"] + words)
    #expect(answer.stderr == "" && answer.status == 0)
    let words = answer.stdout.split(separator: "\n", omittingEmptySubsequences: false)
    return words.dropLast().map(String.init)
  }

  @Test func `a completion sets no variable of the shell`() throws {
    let script = """
      source <(profilectl completions bash) || exit
      line='profilectl post --image=x' before= after=
      COMP_WORDBREAKS=$' \\t\\n"' COMP_LINE=$line COMP_POINT=${#line} COMPREPLY=()
      COMP_WORDS=($line) COMP_CWORD=2
      before=$(compgen -v)
      _profilectl profilectl
      after=$(compgen -v)
      diff <(echo "$before") <(echo "$after")
      """
    let answer = try bash.run(["--norc", "--noprofile", "-c", script])
    #expect(answer.stdout == "" && answer.status == 0, "\(answer.stdout)\(answer.stderr)")
  }

  @Test func `commands and options are offered`() throws {
    #expect(try offer("profilectl sho", "profilectl", "sho") == ["show"])
    #expect(
      try offer("profilectl show --c", "profilectl", "show", "--c") == ["--columns", "--color"])
    #expect(
      try offer("profilectl  -q   show --tab ", "profilectl", "-q", "show", "--tab", "")
        == ["posts", "replies", "likes", "private"])
  }

  @Test func `handles and posts are offered`() throws {
    #expect(try offer("profilectl show b", "profilectl", "show", "b") == ["bob", "bobby"])
    #expect(try offer("profilectl like ", "profilectl", "like", "") == ["2", "1"])
    #expect(try offer("profilectl show 'bobb", "profilectl", "show", "'bobb") == ["bobby"])
  }

  @Test func `a candidate replaces only the part after the last word break`() throws {
    #expect(try offer("profilectl show @c", "profilectl", "show", "@", "c") == ["@carl"])
    #expect(
      try offer("profilectl show @", "profilectl", "show", "@")
        == ["@ana", "@bob", "@bobby", "@carl"])
    #expect(
      try offer("profilectl --as=@c", "profilectl", "--as", "=", "@", "c") == ["@carl"])
    #expect(
      try offer("profilectl show --tab=", "profilectl", "show", "--tab", "=")
        == ["posts", "replies", "likes", "private"])
    #expect(
      try offer("profilectl show --tab=li", "profilectl", "show", "--tab", "=", "li") == ["likes"])
    #expect(
      try offer(
        "profilectl post --at 9:30 --pr", "profilectl", "post", "--at", "9", ":", "30", "--pr")
        == ["--private"])
  }

  @Test func `text after the cursor is ignored`() throws {
    #expect(
      try offer("profilectl sho", "profilectl", "shoot", rest: "ot bob") == ["show"])
    #expect(try offer("profilectl ", "profilectl", "", rest: " show").contains("show"))
  }

  @Test func `the line chooses the network`() throws {
    #expect(
      try offer(
        "profilectl --db 'my place/net.db' show ", "profilectl", "--db", "'my place/net.db'",
        "show", "")
        == ["zoe"])
    #expect(
      try offer(
        "profilectl --db=my\\ place/net.db show ", "profilectl", "--db", "=", "my\\ place/net.db",
        "show",
        "") == ["zoe"])
    #expect(
      try offer(
        "profilectl --db \"$HOME/x\" show ", "profilectl", "--db", "\"$HOME/x\"", "show", "") == [])
  }

  @Test func `paths are offered unquoted, because bash quotes them`() throws {
    #expect(try offer("profilectl --db my", "profilectl", "--db", "my") == ["my place"])
    #expect(try offer("profilectl --db=my", "profilectl", "--db", "=", "my") == ["my place"])
    #expect(
      try offer("profilectl --db \"my p", "profilectl", "--db", "\"my p") == ["my place"])
    #expect(try offer("profilectl --db it\\'", "profilectl", "--db", "it\\'") == ["it's"])
    #expect(try offer("profilectl --db nothing", "profilectl", "--db", "nothing") == [])
    #expect(
      try offer(
        "profilectl edit-profile --avatar no", "profilectl", "edit-profile", "--avatar", "no")
        == ["none"])
    try bash.home.write("", to: "nice.PNG")
    #expect(
      try offer("profilectl edit-profile --avatar n", "profilectl", "edit-profile", "--avatar", "n")
        == ["nice.PNG", "none"])
  }

  @Test func `files are offered after redirections, which are no words of the line`()
    throws
  {
    #expect(try offer("profilectl users > my", "profilectl", "users", ">", "my") == ["my place"])
    #expect(try offer("profilectl users >>my", "profilectl", "users", ">>", "my") == ["my place"])
    #expect(
      try offer("profilectl users 2>my", "profilectl", "users", "2", ">", "my") == ["my place"])
    #expect(try offer("profilectl run - <it", "profilectl", "run", "-", "<", "it") == ["it's"])
    #expect(try offer("profilectl users >", "profilectl", "users", ">").contains("my place"))
    #expect(try offer("profilectl users >>", "profilectl", "users", ">>").contains("my place"))
    #expect(try offer("profilectl users > ", "profilectl", "users", ">", "").contains("my place"))
    #expect(
      try offer("profilectl show 2>x b", "profilectl", "show", "2", ">", "x", "b")
        == ["bob", "bobby"])
    #expect(
      try offer("profilectl > x=y show --ta", "profilectl", ">", "x", "=", "y", "show", "--ta")
        == ["--tab"])
    #expect(try offer("profilectl show '>'b", "profilectl", "show", "'>'b") == [])
  }

  @Test func `a command substitution is not run and gets no candidates`() throws {
    #expect(try offer("profilectl $(touch x) ", "profilectl", "$(touch x)", "") == [])
    #expect(try offer("profilectl `touch x` ", "profilectl", "`touch x`", "") == [])
    #expect(try !bash.home.names().contains("x"))
  }

  @Test func `TAB in a real bash completes the line`() throws {
    let rules = """
      source <(profilectl completions bash)
      bind -x '"\\C-g": echo "<$READLINE_LINE>"'
      PS1='ready> '
      """
    try bash.home.write(rules, to: "rules")
    let terminal = try PseudoTerminal(
      bash, "--noprofile", "--rcfile", "rules", columns: 200)
    try terminal.read { $0.contains("ready> ") }
    let lines = [
      ("profilectl sho\t", "profilectl show "),
      ("profilectl show @bobb\t", "profilectl show @bobby "),
      ("profilectl show --tab=l\t", "profilectl show --tab=likes "),
      ("profilectl --db=my\tnet.db show z\t", "profilectl --db=my\\ place/net.db show zoe "),
      ("profilectl users --fields na\t,bi\t", "profilectl users --fields name,bio"),
      ("echo x | profilectl edit-po\t", "echo x | profilectl edit-post "),
      ("profilectl --db nothing\t", "profilectl --db nothing"),
      ("profilectl users 2> it\t", "profilectl users 2> it\\'s "),
    ]
    for (keys, line) in lines {
      terminal.type("\(keys)\u{7}")
      try terminal.read { $0.contains("<\(line)>") }
      terminal.type("\u{1}\u{B}")
    }
  }
}
