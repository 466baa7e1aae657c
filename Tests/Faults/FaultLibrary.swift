import Foundation
import Support

/// The library of `faults.c`, built once, and the variables that tell it what to do.
enum FaultLibrary {
  /// What goes wrong.
  enum Fault: String, Sendable {
    case eio, enospc, torn, kill, tear
    /// Nothing is written or synced, and all of it is said to be.
    case lose
    /// Nothing is read, just then.
    case unread
    /// A name can't be given on condition that it is free.
    case plain

    /// What a disk does that says so.
    static let troubles = [Fault.eio, .enospc, .torn, .kill, .tear]
  }

  private static let home = Result { try TemporaryFolder() }

  private static let library = Result { () throws -> String in
    let folder = try home.get()
    var compiler = try Program(home: folder)
    // Swift brings one along, and a machine may have no other.
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

  /// The same program, with what it does below its home recorded and perhaps spoiled.
  static func watching(
    _ program: Program, log: String? = nil, at number: Int? = nil, _ fault: Fault? = nil,
    isLasting: Bool = false
  ) throws -> Program {
    var program = program
    program.environment["LD_PRELOAD"] = try library.get()
    program.environment["FAULTS_FOLDER"] = program.home.path
    program.environment["FAULTS_LOG"] = log
    program.environment["FAULTS_AT"] = number.map(String.init)
    program.environment["FAULTS_HOW"] = fault?.rawValue
    program.environment["FAULTS_STICKY"] = isLasting ? "1" : nil
    return program
  }
}
