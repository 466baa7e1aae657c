import Foundation

/// The built `profilectl` with a clean environment.
package struct Program: Sendable {
  /// Replacements for the pipes at descriptors 0 to 2.
  package enum Redirection: Sendable {
    case file(String)
    case closed
  }

  /// Another program may replace it, for example a tracer.
  package var executable = Program.built
  /// Arguments before all others, for a program that starts the built one.
  package var prefix: [String] = []
  /// The folder of HOME and the XDG folders, and the working folder unless `folder` is changed.
  package let home: TemporaryFolder
  package var folder: String
  /// The whole environment of the program; change it freely.
  package var environment: [String: String]
  package var redirections: [Int32: Redirection] = [:]
  /// The time after which a run is killed and the test fails.
  package var timeout: Duration = .ample

  /// Sets `PROFILECTL_DB`, `PROFILECTL_NOW` and `PROFILECTL_USER` to the given values.
  package init(
    database: String? = nil, user: String? = nil, now: String? = nil, home: TemporaryFolder? = nil
  ) throws {
    let home = try home ?? TemporaryFolder()
    self.home = home
    folder = home.path
    environment = [
      "PATH": "/usr/local/bin:/usr/bin:/bin",
      "HOME": home.path,
      "XDG_DATA_HOME": home.file("data"),
      "XDG_STATE_HOME": home.file("state"),
      "XDG_CONFIG_HOME": home.file("config"),
      "XDG_CACHE_HOME": home.file("cache"),
      "LC_ALL": "C.UTF-8",
      "PAGER": "",
      "TZ": "UTC",
      "SWIFT_BACKTRACE": "enable=no",
    ]
    environment["PROFILECTL_DB"] = database
    environment["PROFILECTL_USER"] = user
    environment["PROFILECTL_NOW"] = now
    // A program built with a sanitizer needs its options.
    for name in ["ASAN_OPTIONS", "TSAN_OPTIONS"] {
      environment[name] = ProcessInfo.processInfo.environment[name]
    }
  }

  /// Runs the program to its end with `input` on standard input.
  package func run(_ arguments: String..., input: String = "") throws -> Answer {
    try run(arguments, input: Array(input.utf8))
  }

  package func run(_ arguments: [String], input: [UInt8] = []) throws -> Answer {
    try run(bytes: arguments.map { Array($0.utf8) }, input: input)
  }

  /// Runs the program with arguments that need not be UTF-8.
  package func run(bytes arguments: [[UInt8]], input: [UInt8] = []) throws -> Answer {
    let running = try RunningProgram(launch(arguments), redirections: redirections)
    running.write(input)
    running.closeInput()
    return try running.wait(within: timeout)
  }

  /// Starts the program and returns; its standard input stays open.
  package func start(_ arguments: String...) throws -> RunningProgram {
    try start(arguments)
  }

  package func start(_ arguments: [String]) throws -> RunningProgram {
    try RunningProgram(launch(arguments.map { Array($0.utf8) }), redirections: redirections)
  }

  func launch(_ arguments: [[UInt8]]) -> Child.Launch {
    Child.Launch(
      executable: executable, arguments: prefix.map { Array($0.utf8) } + arguments,
      environment: environment, folder: folder,
      home: home)
  }

  /// The program built together with the tests, unless `PROFILECTL_BINARY` names another.
  package static let built =
    ProcessInfo.processInfo.environment["PROFILECTL_BINARY"] ?? Program.path(of: "profilectl")

  /// The path of a program built for the tests.
  package static func path(of name: String) -> String {
    let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return tests.deletingLastPathComponent().appendingPathComponent(name).path
  }
}
