import Foundation
import Support

/// Builds the library of `faults.c` once and sets the variables that control it.
enum FaultLibrary {
  /// The ways in which an operation fails.
  enum Fault: String, Sendable {
    case eio, enospc, torn, kill, tear
    /// Writes and syncs report success and do nothing.
    case lose
    /// A read fails with EIO.
    case unread
    /// `renameat2` supports no flags, so that a rename cannot require a free name.
    case plain

    /// Faults that the program or its parent can detect.
    static let detectable = [Fault.eio, .enospc, .torn, .kill, .tear]
  }

  private static let home = Result { try TemporaryFolder() }

  private static let library = Result { () throws -> String in
    let folder = try home.get()
    var compiler = try Program(home: folder)
    // Swift includes clang; the machine may have no other compiler.
    compiler.executable = "/usr/bin/env"
    compiler.environment["PATH"] = ProcessInfo.processInfo.environment["PATH"]
    let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("faults.c").path
    let path = folder.file("faults.so")
    let answer = try compiler.run("clang", "-O1", "-shared", "-fPIC", "-o", path, source)
    guard answer.status == 0 else { throw Unbuilt(message: answer.stderr) }
    return path
  }

  private struct Unbuilt: Error { let message: String }

  /// Returns the program with the library loaded: operations below its home are logged or fail.
  ///
  /// A library can be loaded only into the executable that the tests build, because the release is
  /// linked statically.
  static func watching(
    _ program: Program, log: String? = nil, at number: Int? = nil, _ fault: Fault? = nil,
    isLasting: Bool = false
  ) throws -> Program {
    var program = program
    if program.executable == Program.built {
      program.executable = Program.path(of: "profilectl")
    }
    program.environment["LD_PRELOAD"] = try library.get()
    program.environment["FAULTS_FOLDER"] = program.home.path
    program.environment["FAULTS_LOG"] = log
    program.environment["FAULTS_AT"] = number.map(String.init)
    program.environment["FAULTS_HOW"] = fault?.rawValue
    program.environment["FAULTS_STICKY"] = isLasting ? "1" : nil
    return program
  }
}
